/// Simulates the value that a template gives to a match while the match is being found.
///
/// The tape reads the value in an automaton of values: the template's texts by itself, the texts
/// of groups together with the program. Its positions are numbered in the order of discovery.
final class ExpansionTape {
    /// A template that a match traverses from left to right: a text, then any number of groups,
    /// each with the text after it.
    struct Track {
        let first: [UInt8]
        let groups: [(number: Int, textAfter: [UInt8])]
    }

    private struct Position: Hashable {
        /// The number of groups that are complete.
        let passed: Int
        let isInside: Bool
        /// The state in the automaton of values.
        let state: Int32
    }

    /// The position before a match begins and after it ends.
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

    /// Whether the value is in the language if the match ends here.
    func accepts(_ number: Int32) -> Bool { acceptance[Int(number)] }

    /// Returns the possible positions after the program saves this slot.
    func positions(
        from number: Int32, saving slot: Int32
    ) throws(StateLimitExceeded) -> [Int32] {
        let position = positions[Int(number)]
        guard let index = track.groups.firstIndex(where: { $0.number == slot / 2 }) else {
            return [number]
        }
        if slot % 2 == 0 {
            // Earlier groups that did not participate contribute only the texts after them.
            var states = [position.state]
            for group in track.groups[position.passed..<index] {
                states = try self.states(reading: group.textAfter, from: states)
            }
            return try numbers(of: states, passed: index, isInside: true)
        }
        let text = track.groups[index].textAfter
        let states = try states(reading: text, from: [position.state])
        return try numbers(of: states, passed: index + 1, isInside: false)
    }

    /// Returns the possible moves when the program consumes one of `bytes`.
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
            rest = try states(reading: group.textAfter, from: rest)
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
    /// Returns the track of a template, or nil if a match need not traverse its groups from left to
    /// right: if they repeat, are nested, in another order or share a name, or if a text contains
    /// characters that no tag has.
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
        guard pattern.traverses(numbers),
            texts.joined().allSatisfy(TagUniverse.characters.contains)
        else { return nil }
        first = texts[0]
        groups = Array(zip(numbers, texts.dropFirst()))
    }
}

extension Pattern {
    /// Whether every match reaches these groups in this order, each at most once and none inside
    /// another.
    fileprivate func traverses(_ numbers: [Int]) -> Bool {
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
    /// Whether a group is inside of a piece that can match several times.
    fileprivate func repeats(group number: Int) -> Bool {
        if case .repetition(let inner, let count) = kind, count.maximum ?? 2 > 1 {
            return inner.group(number) != nil
        }
        return children.contains { $0.repeats(group: number) }
    }
}

extension Language {
    /// The tags that `pattern` matches so that `template` expands to one of `values`, and possibly
    /// more: any way to match counts, not only the preferred one, and if a match need not traverse
    /// the template's groups from left to right, every value counts.
    ///
    /// So an empty language is a proof, and a member is a candidate. Values are texts of the
    /// characters of tags, of any length and with any first character.
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
