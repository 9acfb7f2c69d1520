/// A pattern compiled to the steps of a matching machine.
///
/// Compiled from the end to the start, so that every step knows its successor.
struct Program: Sendable {
    /// An index in `steps`.
    typealias Place = Int32

    enum Step: Sendable {
        /// Consumes this ASCII character.
        case literal(UInt8, next: Place)
        /// Consumes one scalar of `sets[set]`.
        case take(set: Int32, next: Place)
        /// Continues at both places, with preference for the first.
        case split(Place, Place)
        /// Saves the position: in slot 2n for the start of group n, in 2n + 1 for its end.
        case save(slot: Int32, next: Place)
        case require(PatternAssertion, next: Place)
        case match
    }

    /// Larger programs take more than milliseconds to build and run.
    static let stepLimit = 200_000

    private(set) var steps: [Step] = [.match]
    private(set) var sets: [ScalarSet] = []
    /// The ASCII members of each of `sets`.
    private(set) var asciiSets: [ASCIISet] = []
    private(set) var start: Place = 0
    private(set) var slotCount = 0
    private var setNumbers: [ScalarSet: Int32] = [:]

    /// Compiles a pattern that matches anywhere in a text.
    ///
    /// - Parameter groupCount: Includes the whole match.
    init(_ root: PatternNode, groupCount: Int) throws(StateLimitExceeded) {
        slotCount = 2 * groupCount
        steps.reserveCapacity(32)
        start = try compileGroup(0, of: root, before: 0)
        setNumbers = [:]
    }

    /// Whether matches begin at the start of the text only.
    var isAnchored: Bool {
        var place = start
        while true {
            switch steps[Int(place)] {
            case .save(_, let next): place = next
            case .require(.textStart, _): return true
            default: return false
            }
        }
    }

    private mutating func add(_ step: Step) throws(StateLimitExceeded) -> Place {
        guard steps.count < Self.stepLimit else {
            throw StateLimitExceeded(limit: Self.stepLimit)
        }
        steps.append(step)
        return Place(steps.count - 1)
    }

    private mutating func number(of set: ScalarSet) -> Int32 {
        if let known = setNumbers[set] { return known }
        let number = Int32(sets.count)
        sets.append(set)
        asciiSets.append(set.ascii)
        setNumbers[set] = number
        return number
    }
}

// MARK: Patterns

extension Program {
    /// Compiles `node`, followed by `next`, and returns its entry.
    private mutating func compile(
        _ node: PatternNode, before next: Place
    ) throws(StateLimitExceeded) -> Place {
        switch node.kind {
        case .empty: return next
        case .literal(let point, ignoresCase: false) where point < 0x80:
            return try add(.literal(UInt8(point), next: next))
        case .literal, .anyScalar, .set:
            guard let set = node.characters else { return next }
            return try add(.take(set: number(of: set), next: next))
        case .assertion(let assertion): return try add(.require(assertion, next: next))
        case .capture(let number, _, let inner):
            return try compileGroup(number, of: inner, before: next)
        case .sequence(let pieces):
            var place = next
            for piece in pieces.reversed() { place = try compile(piece, before: place) }
            return place
        case .choice(let pieces):
            guard let last = pieces.last else { return next }
            var place = try compile(last, before: next)
            for piece in pieces.dropLast().reversed() {
                place = try add(.split(compile(piece, before: next), place))
            }
            return place
        case .repetition(let inner, let count):
            return try compile(inner, repeated: count, before: next)
        }
    }

    private mutating func compileGroup(
        _ number: Int, of inner: PatternNode, before next: Place
    ) throws(StateLimitExceeded) -> Place {
        let slot = Int32(2 * number)
        let end = try add(.save(slot: slot + 1, next: next))
        return try add(.save(slot: slot, next: compile(inner, before: end)))
    }

    // MARK: Repetitions

    /// Compiles `x{2,4}` as `xx(x(x)?)?` and `x{2,}` as `xx+`, as Go's `regexp/syntax` does.
    private mutating func compile(
        _ piece: PatternNode, repeated count: Repetition, before next: Place
    ) throws(StateLimitExceeded) -> Place {
        var place = next
        var required = count.minimum
        if let maximum = count.maximum {
            for _ in 0..<maximum - count.minimum {
                place = try add(count.split(compile(piece, before: place), next))
            }
        } else if required == 0 {
            return try addStar(piece, count, before: next)
        } else {
            place = try addPlus(piece, count, before: next)
            required -= 1
        }
        for _ in 0..<required { place = try compile(piece, before: place) }
        return place
    }

    private mutating func addPlus(
        _ piece: PatternNode, _ count: Repetition, before next: Place
    ) throws(StateLimitExceeded) -> Place {
        let loop = try add(.split(next, next))
        let body = try compile(piece, before: loop)
        steps[Int(loop)] = count.split(body, next)
        return body
    }

    /// Compiles `x*`, as `(x+)?` if the body can be empty: a plain loop would prefer to leave
    /// rather than repeat an empty body, and so lose the groups of that repetition.
    private mutating func addStar(
        _ piece: PatternNode, _ count: Repetition, before next: Place
    ) throws(StateLimitExceeded) -> Place {
        if piece.canBeEmpty {
            return try add(count.split(addPlus(piece, count, before: next), next))
        }
        let loop = try add(.split(next, next))
        steps[Int(loop)] = try count.split(compile(piece, before: loop), next)
        return loop
    }
}

extension Repetition {
    /// The step that begins a repetition or goes on without.
    fileprivate func split(_ body: Program.Place, _ next: Program.Place) -> Program.Step {
        isGreedy ? .split(body, next) : .split(next, body)
    }
}
