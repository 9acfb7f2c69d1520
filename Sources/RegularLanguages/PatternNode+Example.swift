extension PatternNode {
    /// A short text of a tag's characters that this piece takes, its assertions left aside; nil if
    /// there is none, and if it is longer than a tag.
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
            guard text.count < TagUniverse.maximumLength, let byte = likelyByte(behind: text) else {
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
                // What takes nothing once takes nothing any number of times.
                if text.count == start { return true }
            }
            return true
        }
    }

    /// Who writes a dot mostly means one.
    private func likelyByte(behind text: [UInt8]) -> UInt8? {
        if case .anyScalar = kind, !text.isEmpty { return UInt8(ascii: ".") }
        let characters = shape?.characters ?? ASCIISet()
        return characters.first(where: TagUniverse.firstCharacters.contains) ?? characters.first
    }
}
