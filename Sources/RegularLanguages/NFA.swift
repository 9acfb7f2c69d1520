/// A nondeterministic automaton over the characters of tags, without empty moves.
///
/// Every state is on a way from the start to acceptance, but for the start itself.
struct NFA: Sendable {
    /// A way from one state to another with any one of some characters.
    struct Move: Hashable, Sendable {
        /// Never empty, and only characters that tags have.
        let bytes: ASCIISet
        let target: Int32
    }

    static let start: Int32 = 0

    /// By state.
    let moves: [[Move]]
    let isAccepting: [Bool]
    /// The state from which all texts are accepted, if there is one.
    let universalState: Int32?

    /// Whether the automaton accepts `tag`, which must be one.
    func accepts(_ tag: some Sequence<UInt8>) -> Bool {
        var states = [Self.start]
        var lastSeen = Array(repeating: -1, count: moves.count)
        for (position, byte) in tag.enumerated() {
            var next: [Int32] = []
            for state in states {
                for move in moves[Int(state)] where move.bytes.contains(byte) {
                    guard lastSeen[Int(move.target)] != position else { continue }
                    lastSeen[Int(move.target)] = position
                    next.append(move.target)
                }
            }
            states = next
        }
        return states.contains { isAccepting[Int($0)] }
    }

    func checkInvariants() {
        for list in moves {
            for move in list {
                precondition(!move.bytes.isEmpty && move.bytes.isSubset(of: TagUniverse.characters))
                precondition(moves.indices.contains(Int(move.target)))
            }
        }
        precondition(isAccepting.count == moves.count)
    }
}
