/// Follows the value that a template makes of a match while the match is being found.
///
/// The tape reads the value in a language of values: the template's texts on its own, what groups
/// take along with the program. Its positions are numbers, met as they come up.
final class ExpansionTape {
    /// A template in pieces that a match passes from left to right: a text, then as often as there
    /// are groups, the group and the text behind it.
    struct Track {
        let first: [UInt8]
        let groups: [(number: Int, textBehind: [UInt8])]
    }

    private struct Position: Hashable {
        /// How many groups of the track are behind.
        let passed: Int
        let isInside: Bool
        /// Where the language of values stands.
        let state: Int32
    }

    /// Before a match begins, and after it ended.
    static let idle: Int32 = 0

    private let track: Track
    private let values: any Explorer
    private var positions: [Position] = [Position(passed: 0, isInside: false, state: -1)]
    private var numbers: [Position: Int32] = [:]
    private var acceptance: [Bool] = [false]
    private(set) var starts: [Int32] = []

    init(_ track: Track, _ values: any Explorer) throws(StateLimitExceeded) {
        self.track = track
        self.values = values
        for state in try states(reading: track.first, from: [values.start]) {
            let start = Position(passed: 0, isInside: false, state: state)
            starts.append(try number(of: start))
        }
    }

    /// Whether the value is one of the language if the match ends here.
    func accepts(_ number: Int32) -> Bool { acceptance[Int(number)] }

    /// Where the tape can stand once the program notes this slot.
    func positions(
        from number: Int32, noting slot: Int32
    ) throws(StateLimitExceeded) -> [Int32] {
        let position = positions[Int(number)]
        guard let index = track.groups.firstIndex(where: { $0.number == slot / 2 }) else {
            return [number]
        }
        if slot % 2 == 0 {
            // Groups that took no part in front of this one leave only the texts behind them.
            var states = [position.state]
            for group in track.groups[position.passed..<index] {
                states = try self.states(reading: group.textBehind, from: states)
            }
            return try numbers(of: states, passed: index, isInside: true)
        }
        let text = track.groups[index].textBehind
        let states = try states(reading: text, from: [position.state])
        return try numbers(of: states, passed: index + 1, isInside: false)
    }

    /// Where the tape can stand once the program takes one of `bytes`.
    func moves(
        from number: Int32, taking bytes: ASCIISet
    ) throws(StateLimitExceeded) -> [NFA.Move] {
        let position = positions[Int(number)]
        guard position.isInside else { return [NFA.Move(bytes: bytes, target: number)] }
        var result: [NFA.Move] = []
        for move in try values.moves(from: position.state) {
            let common = move.bytes.intersection(bytes)
            if common.isEmpty { continue }
            let next = Position(passed: position.passed, isInside: true, state: move.target)
            result.append(NFA.Move(bytes: common, target: try self.number(of: next)))
        }
        return result
    }

    private func numbers(
        of states: [Int32], passed: Int, isInside: Bool
    ) throws(StateLimitExceeded) -> [Int32] {
        var result: [Int32] = []
        for state in states {
            let position = Position(passed: passed, isInside: isInside, state: state)
            result.append(try number(of: position))
        }
        return result
    }

    private func number(of position: Position) throws(StateLimitExceeded) -> Int32 {
        if let known = numbers[position] { return known }
        let number = Int32(positions.count)
        positions.append(position)
        numbers[position] = number
        var rest: [Int32] = position.isInside ? [] : [position.state]
        for group in track.groups[position.passed...] where !position.isInside {
            rest = try states(reading: group.textBehind, from: rest)
        }
        acceptance.append(rest.contains(where: values.isAccepting))
        return number
    }

    private func states(
        reading text: [UInt8], from starts: [Int32]
    ) throws(StateLimitExceeded) -> [Int32] {
        var states = starts
        for byte in text {
            var next: [Int32] = []
            for state in states {
                for move in try values.moves(from: state)
                where move.bytes.contains(byte) && !next.contains(move.target) {
                    next.append(move.target)
                }
            }
            states = next
        }
        return states
    }
}

extension ExpansionTape.Track {
    /// The track of a template, or nil where a match does not pass its groups from left to right:
    /// where they repeat, stand inside each other or in another order, or share a name, and where
    /// texts have characters that no tag has.
    init?(_ template: ExpansionTemplate, of pattern: Pattern) {
        var texts: [[UInt8]] = [[]]
        var numbers: [Int] = []
        for piece in template.pieces {
            var number: Int?
            switch piece.part {
            case .text(let text): texts[texts.count - 1] += text.utf8
            case .group(let wanted):
                number = pattern.groupNames.indices.contains(wanted) ? wanted : nil
            case .name(let name):
                let named = pattern.groups(named: name)
                guard named.count <= 1 else { return nil }
                number = named.first
            }
            guard let number else { continue }
            numbers.append(number)
            texts.append([])
        }
        guard pattern.passes(numbers),
            texts.joined().allSatisfy(TagUniverse.characters.contains)
        else { return nil }
        first = texts[0]
        groups = Array(zip(numbers, texts.dropFirst()))
    }
}

extension Pattern {
    /// Whether every match meets these groups in this order, each at most once, none inside
    /// another.
    fileprivate func passes(_ numbers: [Int]) -> Bool {
        if numbers.contains(0) { return numbers.count == 1 }
        var end = 0
        for number in numbers {
            guard let group = root.group(number), group.range.lowerBound >= end,
                !root.repeats(group: number)
            else { return false }
            end = group.range.upperBound
        }
        return true
    }
}

extension PatternNode {
    /// Whether a group is inside of something that can be taken several times.
    fileprivate func repeats(group number: Int) -> Bool {
        if case .repetition(let inner, let count) = kind, count.maximum ?? 2 > 1 {
            return inner.group(number) != nil
        }
        return children.contains { $0.repeats(group: number) }
    }
}

extension Language {
    /// The tags that `pattern` matches so that `template` makes a value of `values` of them, and
    /// perhaps more: any way to match counts, not only the preferred one, and where a match does
    /// not pass the template's groups from left to right, every value counts.
    ///
    /// So that the language is empty is a proof; a member is a candidate. Values are texts of the
    /// characters that tags have, of any length and with any beginning.
    package init(
        matching pattern: Pattern, expanding template: ExpansionTemplate, into values: Language
    ) throws(StateLimitExceeded) {
        guard let track = ExpansionTape.Track(template, of: pattern) else {
            try self.init(matching: pattern)
            return
        }
        let budget = SearchBudget(Self.defaultBudget)
        let tape = try ExpansionTape(track, values.explorer(budget))
        self.init(.automaton(try NFABuilder.automaton(of: pattern.program, tape: tape)))
    }
}
