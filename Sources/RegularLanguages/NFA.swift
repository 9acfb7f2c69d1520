/// A nondeterministic automaton over the characters of tags, without empty moves.
///
/// Every state except the start is on a path from the start to an accepting state.
struct NFA: Sendable {
    /// A transition from one state to another with any of some characters.
    struct Move: Hashable, Sendable {
        /// Not empty; only characters of tags.
        let bytes: ASCIISet
        let target: Int32
    }

    static let start: Int32 = 0

    /// By state.
    let moves: [[Move]]
    let isAccepting: [Bool]
    /// A state from which all texts are accepted, if there is one.
    let universalState: Int32?

    func checkInvariants() {
        precondition(isAccepting.count == moves.count)
        for (state, list) in moves.enumerated() {
            precondition(state == Self.start || isAccepting[state] || !list.isEmpty, "a dead end")
            for move in list {
                precondition(!move.bytes.isEmpty && move.bytes.isSubset(of: TagUniverse.characters))
                precondition(moves.indices.contains(Int(move.target)))
            }
        }
    }
}
