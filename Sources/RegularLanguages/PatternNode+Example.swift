extension PatternNode {
    /// A short text of characters of tags that this piece matches, ignoring assertions; nil if
    /// there is none or if it is longer than a tag.
    ///
    /// Cost: at most the pattern's length times that of a tag.
    package var example: String? {
        var text: [UInt8] = []
        return append(to: &text) ? String(decoding: text, as: UTF8.self) : nil
    }

    private func append(to text: inout [UInt8]) -> Bool {
        switch kind {
        case .empty, .assertion: return true
        case .literal, .anyScalar, .set:
            guard text.count < TagUniverse.maximumLength, let byte = likelyByte(after: text) else {
                return false
            }
            text.append(byte)
            return true
        case .capture(_, _, let inner): return inner.append(to: &text)
        case .sequence(let pieces): return pieces.allSatisfy { $0.append(to: &text) }
        case .choice(let pieces):
            let start = text.count
            return pieces.contains { piece in
                text.removeSubrange(start...)
                return piece.append(to: &text)
            }
        case .repetition(let inner, let count):
            let start = text.count
            for _ in 0..<count.minimum {
                guard inner.append(to: &text) else { return false }
                // A piece that matched the empty text does so each time.
                if text.count == start { return true }
            }
            return true
        }
    }

    /// The likeliest character of this piece; for an unescaped dot, a dot.
    private func likelyByte(after text: [UInt8]) -> UInt8? {
        if case .anyScalar = kind, !text.isEmpty { return UInt8(ascii: ".") }
        let characters = shape?.characters ?? ASCIISet()
        return characters.first(where: TagUniverse.firstCharacters.contains) ?? characters.first
    }
}
