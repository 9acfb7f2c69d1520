extension MemberGraph {
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
