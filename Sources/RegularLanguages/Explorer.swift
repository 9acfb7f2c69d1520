/// A language as an automaton whose states are computed when a search reaches them.
///
/// States are numbers; a search asks only for the moves of states that it visits.
protocol Explorer: AnyObject {
    var start: Int32 { get }

    /// Throws if the search's budget is exhausted.
    func moves(from state: Int32) throws(StateLimitExceeded) -> [NFA.Move]

    func isAccepting(_ state: Int32) -> Bool

    /// Whether every text is known to be accepted from this state.
    func isUniversal(_ state: Int32) -> Bool
}

/// The remaining cost that a search may incur, in moves visited.
final class SearchBudget {
    let limit: Int
    private var rest: Int

    init(_ limit: Int) {
        self.limit = limit
        rest = limit
    }

    func spend(_ amount: Int) throws(StateLimitExceeded) {
        rest -= amount
        if rest < 0 { throw StateLimitExceeded(limit: limit) }
    }
}

extension Language {
    func explorer(_ budget: SearchBudget) -> any Explorer {
        form.explorer(budget)
    }
}

extension Language.Form {
    fileprivate func explorer(_ budget: SearchBudget) -> any Explorer {
        switch self {
        case .automaton(let automaton): AutomatonExplorer(automaton)
        case .union(let left, let right):
            UnionExplorer(left.explorer(budget), right.explorer(budget))
        case .intersection(let left, let right):
            IntersectionExplorer(left.explorer(budget), right.explorer(budget), budget)
        case .complement(let inner): ComplementExplorer(inner.explorer(budget), budget)
        }
    }
}

private final class AutomatonExplorer: Explorer {
    private let automaton: NFA

    init(_ automaton: NFA) {
        self.automaton = automaton
    }

    var start: Int32 { NFA.start }
    func moves(from state: Int32) -> [NFA.Move] { automaton.moves[Int(state)] }
    func isAccepting(_ state: Int32) -> Bool { automaton.isAccepting[Int(state)] }
    func isUniversal(_ state: Int32) -> Bool { automaton.universalState == state }
}

/// A union; states of the left side have odd numbers, those of the right side even ones.
private final class UnionExplorer: Explorer {
    private let left: any Explorer
    private let right: any Explorer

    init(_ left: any Explorer, _ right: any Explorer) {
        self.left = left
        self.right = right
    }

    /// Both starts at once; no other state has this number.
    var start: Int32 { 0 }

    func moves(from state: Int32) throws(StateLimitExceeded) -> [NFA.Move] {
        guard state != start else {
            return try moves(of: left, from: left.start, offset: 1)
                + moves(of: right, from: right.start, offset: 2)
        }
        return state % 2 == 1
            ? try moves(of: left, from: state / 2, offset: 1)
            : try moves(of: right, from: state / 2 - 1, offset: 2)
    }

    private func moves(
        of side: any Explorer, from state: Int32, offset: Int32
    ) throws(StateLimitExceeded) -> [NFA.Move] {
        try side.moves(from: state).map {
            NFA.Move(bytes: $0.bytes, target: 2 * $0.target + offset)
        }
    }

    func isAccepting(_ state: Int32) -> Bool {
        guard state != start else {
            return left.isAccepting(left.start) || right.isAccepting(right.start)
        }
        return state % 2 == 1 ? left.isAccepting(state / 2) : right.isAccepting(state / 2 - 1)
    }

    func isUniversal(_ state: Int32) -> Bool {
        guard state != start else {
            return left.isUniversal(left.start) || right.isUniversal(right.start)
        }
        return state % 2 == 1 ? left.isUniversal(state / 2) : right.isUniversal(state / 2 - 1)
    }
}

/// An intersection; states are pairs, numbered in the order of their discovery.
private final class IntersectionExplorer: Explorer {
    private let left: any Explorer
    private let right: any Explorer
    private let budget: SearchBudget
    private var pairs: [(left: Int32, right: Int32)] = []
    private var numbers: [UInt64: Int32] = [:]

    init(_ left: any Explorer, _ right: any Explorer, _ budget: SearchBudget) {
        self.left = left
        self.right = right
        self.budget = budget
        _ = number(of: left.start, right.start)
    }

    var start: Int32 { 0 }

    func moves(from state: Int32) throws(StateLimitExceeded) -> [NFA.Move] {
        let (leftState, rightState) = pairs[Int(state)]
        let leftMoves = try left.moves(from: leftState)
        if leftMoves.isEmpty { return [] }
        let rightMoves = try right.moves(from: rightState)
        try budget.spend(leftMoves.count * rightMoves.count)
        var result: [NFA.Move] = []
        for leftMove in leftMoves {
            for rightMove in rightMoves {
                let bytes = leftMove.bytes.intersection(rightMove.bytes)
                if bytes.isEmpty { continue }
                let target = number(of: leftMove.target, rightMove.target)
                result.append(NFA.Move(bytes: bytes, target: target))
            }
        }
        return result
    }

    private func number(of left: Int32, _ right: Int32) -> Int32 {
        let key = UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
        if let known = numbers[key] { return known }
        let number = Int32(pairs.count)
        pairs.append((left, right))
        numbers[key] = number
        return number
    }

    func isAccepting(_ state: Int32) -> Bool {
        let pair = pairs[Int(state)]
        return left.isAccepting(pair.left) && right.isAccepting(pair.right)
    }

    func isUniversal(_ state: Int32) -> Bool {
        let pair = pairs[Int(state)]
        return left.isUniversal(pair.left) && right.isUniversal(pair.right)
    }
}
