/// Converts a program to an automaton of the tags in which it finds a match.
///
/// A state is a place in the program directly after a character, with the context that assertions
/// need about the text before it, and a position on the tape that follows the groups. The context
/// after it is known only with the next character, so moves are built separately for word
/// characters, for other characters, and for the end.
struct NFABuilder {
    /// The text before a state.
    private enum Context: Int {
        case nothing
        /// A character outside of words, or any character if no assertion needs to know.
        case other
        case word
    }

    /// The text after a state.
    private enum Lookahead {
        case characters(ASCIISet, isWord: Bool)
        case end
    }

    private struct State {
        let place: Int32
        let context: Context
        let tape: Int32
    }

    /// In visits of steps; limits the time.
    static let workLimit = 2_000_000
    /// Limits the memory.
    static let moveLimit = 1_000_000
    /// In pairs of place and tape position.
    static let pairLimit = 4_000_000

    private let program: Program
    private let tape: ExpansionTape?
    private let lookaheads: [Lookahead]
    /// A place after those of the program: no match has begun yet.
    private let scanning: Int32
    /// Another such place: a match is complete, and the rest of the text does not matter.
    private let done: Int32

    private var states: [State] = []
    private var moves: [[NFA.Move]] = []
    private var isAccepting: [Bool] = []
    /// The state's number by pair and context; -1 if it has none yet.
    private var numbers: [Int32] = []
    /// The number of the latest visit, by pair.
    private var visits: [Int32] = []
    private var visit: Int32 = 0
    private var pending: [(place: Int32, tape: Int32)] = []
    private var work = 0
    private var moveCount = 0

    /// Returns the tags in which `program` finds a match, which the tape, if any, must accept.
    static func automaton(
        of program: Program, tape: ExpansionTape? = nil
    ) throws(StateLimitExceeded) -> NFA {
        var builder = NFABuilder(program, tape)
        return try builder.build()
    }

    private init(_ program: Program, _ tape: ExpansionTape?) {
        self.program = program
        self.tape = tape
        scanning = Int32(program.steps.count)
        done = scanning + 1
        let all = TagUniverse.characters
        lookaheads =
            program.hasWordAssertions
            ? [
                .end, .characters(.word, isWord: true),
                .characters(all.subtracting(.word), isWord: false),
            ] : [.end, .characters(all, isWord: false)]
    }

    private mutating func build() throws(StateLimitExceeded) -> NFA {
        _ = try number(of: State(place: scanning, context: .nothing, tape: ExpansionTape.idle))
        var index = 0
        while index < states.count {
            for lookahead in lookaheads { try follow(index, before: lookahead) }
            index += 1
        }
        return trimmed()
    }

    private mutating func number(of state: State) throws(StateLimitExceeded) -> Int32 {
        let key = try 3 * pair(state.place, state.tape) + state.context.rawValue
        if numbers[key] < 0 {
            numbers[key] = Int32(states.count)
            states.append(state)
            moves.append([])
            isAccepting.append(false)
        }
        return numbers[key]
    }

    /// Returns the number of a pair, and extends the tables by pair to it.
    private mutating func pair(
        _ place: Int32, _ tape: Int32
    ) throws(StateLimitExceeded) -> Int {
        let width = program.steps.count + 2
        let pair = Int(tape) * width + Int(place)
        guard pair < Self.pairLimit else { throw StateLimitExceeded(limit: Self.pairLimit) }
        if pair >= visits.count {
            let missing = (Int(tape) + 1) * width - visits.count
            visits += Array(repeating: 0, count: missing)
            numbers += Array(repeating: -1, count: 3 * missing)
        }
        return pair
    }

    /// Adds the moves of a state with the characters ahead, or determines whether it accepts.
    private mutating func follow(
        _ index: Int, before lookahead: Lookahead
    ) throws(StateLimitExceeded) {
        let state = states[index]
        visit += 1
        pending = [(state.place, state.tape)]
        let firstMove = moves[index].count
        while let (place, tape) = pending.popLast() {
            let pair = try pair(place, tape)
            guard visits[pair] != visit else { continue }
            visits[pair] = visit
            work += 1
            if work > Self.workLimit { throw StateLimitExceeded(limit: Self.workLimit) }
            if isMatch(place, tape) {
                // The rest of the text does not matter, and so neither do other paths.
                guard case .characters(let bytes, _) = lookahead else {
                    isAccepting[index] = true
                    return
                }
                moves[index].removeSubrange(firstMove...)
                let done = State(place: done, context: .other, tape: ExpansionTape.idle)
                return try add(bytes, to: done, of: index)
            }
            try step(from: place, tape, before: lookahead, of: index)
        }
    }

    private func isMatch(_ place: Int32, _ position: Int32) -> Bool {
        if place == done { return true }
        guard place < scanning, case .match = program.steps[Int(place)] else { return false }
        return tape?.accepts(position) ?? true
    }

    private mutating func step(
        from place: Int32, _ position: Int32, before lookahead: Lookahead, of index: Int
    ) throws(StateLimitExceeded) {
        guard place != scanning else {
            for start in tape?.starts ?? [position] { pending.append((program.start, start)) }
            return try take(TagUniverse.characters, to: scanning, position, lookahead, of: index)
        }
        switch program.steps[Int(place)] {
        case .match: break
        case .save(let slot, let next):
            for other in try tape?.positions(from: position, saving: slot) ?? [position] {
                pending.append((next, other))
            }
        case .split(let first, let second):
            pending.append((second, position))
            pending.append((first, position))
        case .require(let assertion, let next):
            if Self.holds(assertion, after: states[index].context, before: lookahead) {
                pending.append((next, position))
            }
        case .literal(let byte, let next):
            try take(ASCIISet(byte), to: next, position, lookahead, of: index)
        case .take(let set, let next):
            try take(program.asciiSets[Int(set)], to: next, position, lookahead, of: index)
        }
    }

    /// Adds moves for those of `bytes` that the lookahead and the tape allow.
    private mutating func take(
        _ bytes: ASCIISet, to place: Int32, _ position: Int32, _ lookahead: Lookahead, of index: Int
    ) throws(StateLimitExceeded) {
        guard case .characters(let ahead, let isWord) = lookahead else { return }
        let taken = bytes.intersection(ahead)
        let context = isWord ? Context.word : .other
        guard let tape, place != scanning else {
            let target = State(place: place, context: context, tape: position)
            return try add(taken, to: target, of: index)
        }
        for move in try tape.moves(from: position, taking: taken) {
            let target = State(place: place, context: context, tape: move.target)
            try add(move.bytes, to: target, of: index)
        }
    }

    private mutating func add(
        _ bytes: ASCIISet, to target: State, of index: Int
    ) throws(StateLimitExceeded) {
        guard !bytes.isEmpty else { return }
        moveCount += 1
        if moveCount > Self.moveLimit { throw StateLimitExceeded(limit: Self.moveLimit) }
        let number = try number(of: target)
        moves[index].append(NFA.Move(bytes: bytes, target: number))
    }

    /// Whether an assertion is true; tags have no line breaks, so lines are texts.
    private static func holds(
        _ assertion: PatternAssertion, after context: Context, before lookahead: Lookahead
    ) -> Bool {
        var isEnd = false
        var isBeforeWord = false
        switch lookahead {
        case .end: isEnd = true
        case .characters(_, let isWord): isBeforeWord = isWord
        }
        return switch assertion {
        case .textStart, .lineStart: context == .nothing
        case .textEnd, .lineEnd: isEnd
        case .wordBoundary: (context == .word) != isBeforeWord
        case .noWordBoundary: (context == .word) == isBeforeWord
        }
    }

    // MARK: Trimming

    /// The automaton without the states from which no accepting state can be reached.
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
                isUseful[Int(move.target)]
                    ? NFA.Move(bytes: move.bytes, target: newNumbers[Int(move.target)]) : nil
            }
        }
        let universal = states.firstIndex { $0.place == done }
        return NFA(
            moves: keptMoves, isAccepting: kept.map { isAccepting[$0] },
            universalState: universal.map { newNumbers[$0] })
    }

    /// By state, whether an accepting state can be reached from it.
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

extension Program {
    fileprivate var hasWordAssertions: Bool {
        steps.contains {
            switch $0 {
            case .require(.wordBoundary, _), .require(.noWordBoundary, _): true
            default: false
            }
        }
    }
}
