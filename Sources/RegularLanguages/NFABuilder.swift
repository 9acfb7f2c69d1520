/// Turns a program into an automaton: the tags in which the program finds a match somewhere.
///
/// A state is a place in the program, right after a character was taken, with what assertions
/// want to know about the text in front of it. What they want to know about the text behind it is
/// known once the next character is chosen, so moves are made apart for characters of words, for
/// all others, and for the end.
struct NFABuilder {
    /// What stands in front of a state.
    private enum Context: Int {
        case nothing
        /// A character that is none of a word, or any where no assertion asks.
        case other
        case word
    }

    /// What stands behind a state.
    private enum Lookahead {
        case characters(isWord: Bool)
        case end
    }

    /// In visits of steps: what bounds both the time and the number of moves.
    static let workLimit = 4_000_000
    static let moveLimit = 1_000_000

    private let program: Program
    private let hasWordAssertions: Bool
    /// A place behind those of the program: no match has begun yet.
    private let scanning: Int32
    /// Another: a match has ended, and the rest of the text does not matter.
    private let done: Int32

    /// By context and place, the state's number; -1 for none yet.
    private var numbers: [Int32]
    private var states: [(place: Int32, context: Context)] = []
    private var moves: [[NFA.Move]] = []
    private var isAccepting: [Bool] = []
    private var work = 0
    private var moveCount = 0
    private var visits: [Int32]
    private var visit: Int32 = 0
    private var pending: [Int32] = []

    static func automaton(of program: Program) throws(StateLimitExceeded) -> NFA {
        var builder = NFABuilder(program)
        return try builder.build()
    }

    private init(_ program: Program) {
        self.program = program
        scanning = Int32(program.steps.count)
        done = scanning + 1
        hasWordAssertions = program.steps.contains {
            switch $0 {
            case .require(.wordBoundary, _), .require(.noWordBoundary, _): true
            default: false
            }
        }
        numbers = Array(repeating: -1, count: 3 * (program.steps.count + 2))
        visits = Array(repeating: 0, count: program.steps.count + 2)
    }

    private mutating func build() throws(StateLimitExceeded) -> NFA {
        _ = number(of: scanning, in: .nothing)
        var index = 0
        while index < states.count {
            let (place, context) = states[index]
            try follow(place, context, before: .end, in: ASCIISet(), of: index)
            let all = TagUniverse.characters
            if hasWordAssertions {
                let word = Lookahead.characters(isWord: true)
                try follow(place, context, before: word, in: .word, of: index)
                let other = Lookahead.characters(isWord: false)
                try follow(place, context, before: other, in: all.subtracting(.word), of: index)
            } else {
                let any = Lookahead.characters(isWord: false)
                try follow(place, context, before: any, in: all, of: index)
            }
            index += 1
        }
        return trimmed()
    }

    private mutating func number(of place: Int32, in context: Context) -> Int32 {
        let key = context.rawValue * (program.steps.count + 2) + Int(place)
        if numbers[key] < 0 {
            numbers[key] = Int32(states.count)
            states.append((place, context))
            moves.append([])
            isAccepting.append(false)
        }
        return numbers[key]
    }

    /// Adds the moves from a state with the characters `bytes`, or finds out whether it accepts.
    private mutating func follow(
        _ place: Int32, _ context: Context, before lookahead: Lookahead, in bytes: ASCIISet,
        of state: Int
    ) throws(StateLimitExceeded) {
        visit += 1
        pending = [place]
        let firstMove = moves[state].count
        while let place = pending.popLast() {
            guard visits[Int(place)] != visit else { continue }
            visits[Int(place)] = visit
            work += 1
            if work > Self.workLimit { throw StateLimitExceeded(limit: Self.workLimit) }
            if place == done || isMatch(place) {
                // The rest does not matter any more, so neither do the other ways.
                if case .end = lookahead { return isAccepting[state] = true }
                moves[state].removeSubrange(firstMove...)
                return try add(bytes, to: done, in: .other, of: state)
            }
            try step(from: place, context, before: lookahead, in: bytes, of: state)
        }
    }

    private func isMatch(_ place: Int32) -> Bool {
        guard place < scanning, case .match = program.steps[Int(place)] else { return false }
        return true
    }

    private mutating func step(
        from place: Int32, _ context: Context, before lookahead: Lookahead, in bytes: ASCIISet,
        of state: Int
    ) throws(StateLimitExceeded) {
        let nextContext = Self.context(behind: lookahead, hasWordAssertions: hasWordAssertions)
        guard place != scanning else {
            pending.append(program.start)
            return try add(bytes, to: scanning, in: nextContext, of: state)
        }
        switch program.steps[Int(place)] {
        case .match: break
        case .note(_, let next): pending.append(next)
        case .split(let first, let second): pending += [second, first]
        case .require(let assertion, let next):
            if Self.holds(assertion, after: context, before: lookahead) { pending.append(next) }
        case .take(let set, let next):
            let taken = program.asciiSets[Int(set)].intersection(bytes)
            try add(taken, to: next, in: nextContext, of: state)
        }
    }

    private mutating func add(
        _ bytes: ASCIISet, to place: Int32, in context: Context, of state: Int
    ) throws(StateLimitExceeded) {
        guard !bytes.isEmpty else { return }
        moveCount += 1
        if moveCount > Self.moveLimit { throw StateLimitExceeded(limit: Self.moveLimit) }
        moves[state].append(NFA.Move(bytes: bytes, target: number(of: place, in: context)))
    }

    private static func context(
        behind lookahead: Lookahead, hasWordAssertions: Bool
    ) -> Context {
        if case .characters(isWord: true) = lookahead, hasWordAssertions { .word } else { .other }
    }

    /// Tags have no line breaks, so that lines begin and end where the text does.
    private static func holds(
        _ assertion: PatternAssertion, after context: Context, before lookahead: Lookahead
    ) -> Bool {
        var isEnd = false
        var isBeforeWord = false
        switch lookahead {
        case .end: isEnd = true
        case .characters(let isWord): isBeforeWord = isWord
        }
        return switch assertion {
        case .textStart, .lineStart: context == .nothing
        case .textEnd, .lineEnd: isEnd
        case .wordBoundary: (context == .word) != isBeforeWord
        case .noWordBoundary: (context == .word) == isBeforeWord
        }
    }

    // MARK: Trimming

    /// The automaton without the states that lead nowhere.
    private func trimmed() -> NFA {
        let isUseful = usefulStates()
        var newNumbers = Array(repeating: Int32(-1), count: states.count)
        var kept: [Int] = []
        for state in states.indices where isUseful[state] || state == 0 {
            newNumbers[state] = Int32(kept.count)
            kept.append(state)
        }
        let keptMoves = kept.map { state in
            moves[state].compactMap { move in
                let target = newNumbers[Int(move.target)]
                return isUseful[Int(move.target)]
                    ? NFA.Move(bytes: move.bytes, target: target) : nil
            }
        }
        let universal = numbers[Context.other.rawValue * (program.steps.count + 2) + Int(done)]
        return NFA(
            moves: keptMoves, isAccepting: kept.map { isAccepting[$0] },
            universalState: universal < 0 ? nil : newNumbers[Int(universal)])
    }

    /// Which states lead to acceptance.
    private func usefulStates() -> [Bool] {
        var sources = Array(repeating: [Int32](), count: states.count)
        for (state, list) in moves.enumerated() {
            for move in list { sources[Int(move.target)].append(Int32(state)) }
        }
        var isUseful = isAccepting
        var pending = isUseful.indices.filter { isUseful[$0] }
        while let state = pending.popLast() {
            for source in sources[state] where !isUseful[Int(source)] {
                isUseful[Int(source)] = true
                pending.append(Int(source))
            }
        }
        return isUseful
    }
}
