extension [UInt8] {
    /// Whether all bytes are ASCII.
    package var isASCII: Bool {
        var seen: UInt8 = 0
        for byte in self { seen |= byte }
        return seen < 0x80
    }

    /// Whether the bytes contain `word`, which has at least two bytes.
    ///
    /// Cost: well under a nanosecond a byte.
    package func contains(word: [UInt8]) -> Bool { offset(of: word, from: 0) != nil }

    /// The first offset, from `start` on, at which `word` occurs; it has at least two bytes.
    ///
    /// Cost: well under a nanosecond a byte.
    package func offset(of word: [UInt8], from start: Int) -> Int? {
        // Skips whole blocks in which the word's first two bytes are never adjacent. The last,
        // shorter block is searched together with the end of the block before it.
        var start = start
        while start < count - 1 {
            let end = Swift.min(start + blockSize, count - 1)
            let isCandidate =
                end < blockSize || hasPair(word[0], word[1], inBlockAt: end - blockSize)
            if isCandidate, let found = offset(of: word, startingIn: start..<end) { return found }
            start = end
        }
        return nil
    }

    private var blockSize: Int { 64 }

    /// Whether two bytes are adjacent somewhere in a block.
    ///
    /// Without branches, so that the compiler emits vector instructions.
    private func hasPair(_ first: UInt8, _ second: UInt8, inBlockAt start: Int) -> Bool {
        var hits: UInt8 = 0
        for offset in start..<start + blockSize {
            hits |= (self[offset] == first ? 1 : 0) & (self[offset + 1] == second ? 1 : 0)
        }
        return hits != 0
    }

    private func offset(of word: [UInt8], startingIn range: Range<Int>) -> Int? {
        let first = word[0]
        for offset in range where self[offset] == first && holds(word, at: offset) {
            return offset
        }
        return nil
    }

    /// Whether `word` occurs at `start`, which may be out of bounds.
    package func holds(_ word: [UInt8], at start: Int) -> Bool {
        guard start >= 0, start + word.count <= count else { return false }
        for index in word.indices where self[start + index] != word[index] { return false }
        return true
    }
}
