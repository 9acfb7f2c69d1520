extension [UInt8] {
    /// Whether no byte is part of a character beyond ASCII.
    package var isASCII: Bool {
        var seen: UInt8 = 0
        for byte in self { seen |= byte }
        return seen < 0x80
    }

    /// Whether `word`, of at least two bytes, occurs.
    ///
    /// Cost: well under a nanosecond a byte.
    package func contains(word: [UInt8]) -> Bool { offset(of: word, from: 0) != nil }

    /// Where `word`, of at least two bytes, occurs first at `start` or behind it.
    ///
    /// Cost: well under a nanosecond a byte.
    package func offset(of word: [UInt8], from start: Int) -> Int? {
        // A block without the word's first two bytes side by side is passed over as a whole. The
        // last one begins in the one before it.
        var start = start
        while start < count - 1 {
            let end = Swift.min(start + blockSize, count - 1)
            let mayHold = end < blockSize || blockHolds(word[0], word[1], from: end - blockSize)
            if mayHold, let found = offset(of: word, startingIn: start..<end) { return found }
            start = end
        }
        return nil
    }

    private var blockSize: Int { 64 }

    /// Whether two bytes stand side by side somewhere in a block.
    ///
    /// The compiler turns that into vector instructions.
    private func blockHolds(_ first: UInt8, _ second: UInt8, from start: Int) -> Bool {
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

    /// Whether `word` stands at `start`, which may lie outside of the text.
    package func holds(_ word: [UInt8], at start: Int) -> Bool {
        guard start >= 0, start + word.count <= count else { return false }
        for index in word.indices where self[start + index] != word[index] { return false }
        return true
    }
}
