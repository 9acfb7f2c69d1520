/// All members of a language, as a graph that can be walked without dead ends.
///
/// Every node except the start is a state of the language, together with the numbers of
/// characters that can still follow until a tag is complete.
package struct MemberGraph: Sendable {
    static let start = 0

    /// By node; targets are nodes.
    private(set) var moves: [[NFA.Move]] = []
    /// By node: bit n is set if a tag can be complete after exactly n more characters.
    private(set) var endings: [UInt128] = []

    /// Explores all of `language`, which may take more than `budget` moves.
    package init(
        _ language: Language, budget: Int = Language.defaultBudget
    ) throws(StateLimitExceeded) {
        let budget = SearchBudget(budget)
        let explorer = language.explorer(budget)
        try explore(explorer, budget)
        try findEndings(budget)
    }

    /// Numbers the states by their distance from the start.
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
                // Only the first character is restricted, and only the start precedes it.
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

    /// Propagates the endings backwards along the moves until they are stable: at most as often as
    /// a tag has characters.
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
        // Lengths from the start are one more than the bits say; the empty text is not a tag.
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

    /// Returns the characters that can follow in a walk at any of `nodes`, if the tag is complete
    /// after as many more as a bit of `rests` says.
    func characters(from nodes: [Int32], rests: UInt128) -> ASCIISet {
        var result = ASCIISet()
        for node in nodes {
            for move in moves[Int(node)] where endings[Int(move.target)] & rests != 0 {
                result = result.union(move.bytes)
            }
        }
        return result
    }

    /// Returns the nodes that a walk reaches with `byte`, without duplicates, if the tag is
    /// complete after as many more as a bit of `rests` says.
    func nodes(after byte: UInt8, from nodes: [Int32], rests: UInt128) -> [Int32] {
        var result: [Int32] = []
        for node in nodes {
            for move in moves[Int(node)]
            where move.bytes.contains(byte) && endings[Int(move.target)] & rests != 0 {
                result.append(move.target)
            }
        }
        return result.count > 1 ? Set(result).sorted() : result
    }

    /// The longest text with which every member begins; empty for a language without members.
    package var literalPrefix: String {
        var nodes = [Int32(Self.start)]
        var text: [UInt8] = []
        while text.count < TagUniverse.maximumLength {
            let mayEnd = !text.isEmpty && nodes.contains { endings[Int($0)] & 1 == 1 }
            // One bit for each count of characters that may follow the next one.
            let rests = UInt128.max >> UInt128(text.count)
            let characters = characters(from: nodes, rests: rests)
            guard !mayEnd, characters.count == 1, let byte = characters.first else { break }
            text.append(byte)
            nodes = self.nodes(after: byte, from: nodes, rests: rests)
        }
        return String(decoding: text, as: UTF8.self)
    }
}

// MARK: Members in order

extension MemberGraph {
    /// All members, by length, then by bytes.
    ///
    /// Cost: for each member its length times the number of states that a walk can be in at once.
    package var members: IteratorSequence<MemberIterator> {
        IteratorSequence(MemberIterator(self))
    }
}

/// Iterates over the members of a language by length, then by bytes.
package struct MemberIterator: IteratorProtocol {
    /// One step of a walk: its nodes, and the characters that are not tried yet.
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
            push(graph.nodes(after: byte, from: frame.nodes, rests: rests(after: text.count)))
        }
    }

    private mutating func push(_ nodes: [Int32]) {
        let untried = graph.characters(from: nodes, rests: rests(after: text.count + 1))
        frames.append(Frame(nodes: nodes, untried: untried))
    }

    /// How many characters are missing after `count`, as a bit.
    private func rests(after count: Int) -> UInt128 { 1 << UInt128(length - count) }
}
