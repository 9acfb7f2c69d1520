/// An automaton that accepts the texts that another one rejects.
///
/// Its states are the sets of states that the other one can be in, numbered in the order of their
/// discovery: the subset construction, computed lazily.
final class ComplementExplorer: Explorer {
    /// Some characters, and the states that each of them leads to.
    private struct Part {
        var bytes: ASCIISet
        var targets: [Int32]
    }

    private let inner: any Explorer
    private let budget: SearchBudget
    /// Each ascending.
    private var sets: [[Int32]] = []
    private var numbers: [[Int32]: Int32] = [:]
    private var knownMoves: [Int32: [NFA.Move]] = [:]

    init(_ inner: any Explorer, _ budget: SearchBudget) {
        self.inner = inner
        self.budget = budget
        _ = number(of: [inner.start])
    }

    var start: Int32 { 0 }

    func moves(from state: Int32) throws(StateLimitExceeded) -> [NFA.Move] {
        if let known = knownMoves[state] { return known }
        var parts = [Part(bytes: TagUniverse.characters, targets: [])]
        for member in sets[Int(state)] {
            for move in try inner.moves(from: member) {
                // Splitting the parts costs several times as much as visiting a move.
                try budget.spend(4 * parts.count)
                if inner.isUniversal(move.target) {
                    // Accepts every continuation, so the complement accepts none.
                    Self.drop(move.bytes, from: &parts)
                } else {
                    Self.add(move, to: &parts)
                }
            }
        }
        let result = parts.map { part in
            NFA.Move(bytes: part.bytes, target: number(of: Self.ascending(part.targets)))
        }
        knownMoves[state] = result
        return result
    }

    private static func add(_ move: NFA.Move, to parts: inout [Part]) {
        for index in parts.indices {
            let common = parts[index].bytes.intersection(move.bytes)
            if common.isEmpty { continue }
            let rest = parts[index].bytes.subtracting(common)
            if !rest.isEmpty {
                parts.append(Part(bytes: rest, targets: parts[index].targets))
                parts[index].bytes = common
            }
            if parts[index].targets.last != move.target {
                parts[index].targets.append(move.target)
            }
        }
    }

    private static func drop(_ bytes: ASCIISet, from parts: inout [Part]) {
        for index in parts.indices {
            parts[index].bytes = parts[index].bytes.subtracting(bytes)
        }
        parts.removeAll(where: \.bytes.isEmpty)
    }

    private static func ascending(_ states: [Int32]) -> [Int32] {
        var result: [Int32] = []
        for state in states.sorted() where state != result.last { result.append(state) }
        return result
    }

    private func number(of set: [Int32]) -> Int32 {
        if let known = numbers[set] { return known }
        let number = Int32(sets.count)
        sets.append(set)
        numbers[set] = number
        return number
    }

    func isAccepting(_ state: Int32) -> Bool {
        !sets[Int(state)].contains(where: inner.isAccepting)
    }

    func isUniversal(_ state: Int32) -> Bool {
        sets[Int(state)].isEmpty
    }
}
