extension MemberGraph {
    /// What every member begins with; a language without members has none.
    package var literalPrefix: String {
        var nodes = [Int32(Self.start)]
        var text: [UInt8] = []
        while text.count < TagUniverse.maximumLength {
            let mayEnd = !text.isEmpty && nodes.contains { canEnd($0, after: 0) }
            let characters = liveCharacters(from: nodes, after: text.count)
            guard !mayEnd, characters.count == 1, let byte = characters.first else { break }
            text.append(byte)
            nodes = liveNodes(behind: byte, from: nodes, after: text.count)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// What can stand in front of the first `-`, `_` or `.` of a member, or be all of it, by
    /// bytes; nil if there are more than `limit` such tokens.
    ///
    /// The token is empty where members begin with `_`.
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
                let next = liveNodes(behind: byte, from: nodes, after: text.count + 1)
                pending.append((text + [byte], next))
            }
            // Every walk that is pending leads to one token at least, all of them different.
            if tokens.count + pending.count > limit { return nil }
        }
        return tokens.sorted()
    }

    /// Which characters can follow a beginning of this length.
    private func liveCharacters(from nodes: [Int32], after length: Int) -> ASCIISet {
        var result = ASCIISet()
        for node in nodes {
            for move in moves[Int(node)] where fits(move.target, after: length + 1) {
                result = result.union(move.bytes)
            }
        }
        return result
    }

    private func liveNodes(behind byte: UInt8, from nodes: [Int32], after length: Int) -> [Int32] {
        var result: Set<Int32> = []
        for node in nodes {
            for move in moves[Int(node)]
            where move.bytes.contains(byte) && fits(move.target, after: length) {
                result.insert(move.target)
            }
        }
        return result.sorted()
    }

    /// Whether some tag that stands here after `length` characters is short enough.
    private func fits(_ node: Int32, after length: Int) -> Bool {
        length <= TagUniverse.maximumLength
            && endings[Int(node)].trailingZeroBitCount <= TagUniverse.maximumLength - length
    }
}
