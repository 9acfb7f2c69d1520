extension MemberGraph {
    /// The longest text with which every member begins; empty for a language without members.
    package var literalPrefix: String {
        var nodes = [Int32(Self.start)]
        var text: [UInt8] = []
        while text.count < TagUniverse.maximumLength {
            let mayEnd = !text.isEmpty && nodes.contains { canEnd($0, after: 0) }
            let characters = liveCharacters(from: nodes, after: text.count)
            guard !mayEnd, characters.count == 1, let byte = characters.first else { break }
            text.append(byte)
            nodes = liveNodes(after: byte, from: nodes, length: text.count)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The texts before the first `-`, `_` or `.` of members, by bytes; nil if there are more than
    /// `limit`.
    ///
    /// A member without separator is a token as a whole; one that begins with `_` has an empty one.
    package func firstTokens(limit: Int = 64) -> [String]? {
        let separators = ASCIISet(charactersOf: "-_.")
        var tokens: [String] = []
        var pending: [(text: [UInt8], nodes: [Int32])] = [([], [Int32(Self.start)])]
        while let (text, nodes) = pending.popLast() {
            let characters = liveCharacters(from: nodes, after: text.count)
            let mayEnd = !text.isEmpty && nodes.contains { canEnd($0, after: 0) }
            if mayEnd || !characters.intersection(separators).isEmpty {
                tokens.append(String(decoding: text, as: UTF8.self))
            }
            for byte in characters.subtracting(separators) {
                let next = liveNodes(after: byte, from: nodes, length: text.count + 1)
                pending.append((text + [byte], next))
            }
            // Every pending walk leads to at least one token, and all of them differ.
            if tokens.count + pending.count > limit { return nil }
        }
        return tokens.sorted()
    }

    /// The characters that can follow a prefix of this length.
    private func liveCharacters(from nodes: [Int32], after length: Int) -> ASCIISet {
        var result = ASCIISet()
        for node in nodes {
            for move in moves[Int(node)] where fits(move.target, after: length + 1) {
                result = result.union(move.bytes)
            }
        }
        return result
    }

    private func liveNodes(after byte: UInt8, from nodes: [Int32], length: Int) -> [Int32] {
        var result: Set<Int32> = []
        for node in nodes {
            for move in moves[Int(node)]
            where move.bytes.contains(byte) && fits(move.target, after: length) {
                result.insert(move.target)
            }
        }
        return result.sorted()
    }

    /// Whether some member that reaches this node after `length` characters is short enough.
    private func fits(_ node: Int32, after length: Int) -> Bool {
        length <= TagUniverse.maximumLength
            && endings[Int(node)].trailingZeroBitCount <= TagUniverse.maximumLength - length
    }
}
