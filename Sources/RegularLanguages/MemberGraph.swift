/// All members of a language, as a graph that is small enough to walk.
///
/// Every node but the start stands for a state of the language, and knows how many characters can
/// still follow until a tag is complete; so no walk over the graph meets a dead end.
package struct MemberGraph: Sendable {
    static let start = 0

    /// By node; targets are nodes.
    private(set) var moves: [[NFA.Move]] = []
    /// By node: bit n is set if a tag can be complete after exactly n more characters.
    private(set) var endings: [UInt128] = []

    /// Explores all of `language`, which may well take more than `budget` moves.
    package init(
        _ language: Language, budget: Int = Language.defaultBudget
    ) throws(StateLimitExceeded) {
        let budget = SearchBudget(budget)
        let explorer = language.explorer(budget)
        try explore(explorer, budget)
        try findEndings(budget)
    }

    /// Numbers the states in the order of their distance from the start.
    private mutating func explore(
        _ explorer: any Explorer, _ budget: SearchBudget
    ) throws(StateLimitExceeded) {
        var states = [explorer.start]
        var nodes: [Int32: Int32] = [:]
        var index = 0
        endings = [0]
        while index < states.count {
            let found = try explorer.moves(from: states[index])
            try budget.spend(1 + found.count)
            var kept: [NFA.Move] = []
            for move in found {
                // Only the first character is restricted, and only the start comes before it.
                let allowed =
                    index == Self.start ? TagUniverse.firstCharacters : TagUniverse.characters
                let bytes = move.bytes.intersection(allowed)
                if bytes.isEmpty { continue }
                let node = nodes[move.target] ?? Int32(states.count)
                if node == states.count {
                    nodes[move.target] = node
                    states.append(move.target)
                    endings.append(explorer.isAccepting(move.target) ? 1 : 0)
                }
                kept.append(NFA.Move(bytes: bytes, target: node))
            }
            moves.append(kept)
            index += 1
        }
    }

    /// Lets the endings grow backwards along the moves until nothing changes any more: at most
    /// as often as a tag has characters.
    private mutating func findEndings(_ budget: SearchBudget) throws(StateLimitExceeded) {
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for node in moves.indices.reversed() {
                var new = endings[node]
                for move in moves[node] { new |= endings[Int(move.target)] << 1 }
                if new != endings[node] {
                    endings[node] = new
                    isGrowing = true
                }
            }
            try budget.spend(moves.count / 8)
        }
        // The start counts one character more than the bits do; its own bit 0 is no tag.
        for node in moves.indices {
            moves[node].removeAll { endings[Int($0.target)] == 0 }
        }
    }

    /// The lengths of members, ascending.
    package var lengths: [Int] {
        let endings = moves[Self.start].reduce(UInt128(0)) { $0 | self.endings[Int($1.target)] }
        return (0..<TagUniverse.maximumLength).filter { endings >> UInt128($0) & 1 == 1 }
            .map { $0 + 1 }
    }

    /// Which characters can follow on a walk that stands at all of `nodes`, if the tag is then to
    /// be complete after `rest` more.
    func characters(from nodes: [Int32], rest: Int) -> ASCIISet {
        var result = ASCIISet()
        for node in nodes {
            for move in moves[Int(node)] where canEnd(move.target, after: rest) {
                result = result.union(move.bytes)
            }
        }
        return result
    }

    /// Where a walk stands after `byte`, each node once, if the tag is then to be complete after
    /// `rest` more.
    func nodes(behind byte: UInt8, from nodes: [Int32], rest: Int) -> [Int32] {
        var result: [Int32] = []
        for node in nodes {
            for move in moves[Int(node)]
            where move.bytes.contains(byte) && canEnd(move.target, after: rest) {
                result.append(move.target)
            }
        }
        guard result.count > 1 else { return result }
        result.sort()
        var unique: [Int32] = []
        for node in result where node != unique.last { unique.append(node) }
        return unique
    }

    func canEnd(_ node: Int32, after rest: Int) -> Bool {
        endings[Int(node)] >> UInt128(rest) & 1 == 1
    }
}

// MARK: Members in order

extension MemberGraph {
    /// All members, the shortest first, those of one length by bytes.
    ///
    /// Each costs its length times the number of states that a walk can be in at once.
    package var members: IteratorSequence<MemberIterator> {
        IteratorSequence(MemberIterator(self))
    }
}

/// Hands out the members of a language, the shortest first, those of one length by bytes.
package struct MemberIterator: IteratorProtocol {
    /// A place on the walk: where it stands, and the characters that it did not try yet.
    private struct Frame {
        let nodes: [Int32]
        var untried: ASCIISet
    }

    private let graph: MemberGraph
    private var lengths: [Int]
    private var length = 0
    private var frames: [Frame] = []
    private var text: [UInt8] = []

    init(_ graph: MemberGraph) {
        self.graph = graph
        lengths = graph.lengths.reversed()
    }

    package mutating func next() -> String? {
        while true {
            guard let frame = frames.last else {
                guard let next = lengths.popLast() else { return nil }
                length = next
                push([Int32(MemberGraph.start)])
                continue
            }
            guard let byte = frame.untried.first else {
                frames.removeLast()
                _ = text.popLast()
                continue
            }
            frames[frames.count - 1].untried = frame.untried.subtracting(ASCIISet(byte))
            text.append(byte)
            if text.count == length {
                defer { text.removeLast() }
                return String(decoding: text, as: UTF8.self)
            }
            push(graph.nodes(behind: byte, from: frame.nodes, rest: length - text.count))
        }
    }

    private mutating func push(_ nodes: [Int32]) {
        let untried = graph.characters(from: nodes, rest: length - text.count - 1)
        frames.append(Frame(nodes: nodes, untried: untried))
    }
}
