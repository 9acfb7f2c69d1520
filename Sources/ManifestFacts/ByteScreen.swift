/// A cheap look at a file's bytes that decides whether it can hold any fact at all.
enum ByteScreen {
    /// Whether one of the words occurs without which no fact is in a file.
    ///
    /// `mage` covers images, markers and Flux's image API group; `ustomiz` kustomizations of both
    /// kinds; `epository` the split images of charts.
    static func canHoldFacts(_ bytes: [UInt8]) -> Bool {
        // The middle letters g, z and p are rare enough to look for first.
        for offset in bytes.indices {
            switch bytes[offset] {
            case UInt8(ascii: "g"):
                if matches(bytes, at: offset - 2, "mage") { return true }
            case UInt8(ascii: "z"):
                if matches(bytes, at: offset - 6, "ustomiz") { return true }
            case UInt8(ascii: "p"):
                if matches(bytes, at: offset - 1, "epository") { return true }
            default: break
            }
        }
        return false
    }

    private static func matches(_ bytes: [UInt8], at start: Int, _ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard start >= 0, start + count <= bytes.count else { return false }
        return bytes[start..<start + count].elementsEqual(String(describing: word).utf8)
    }
}

extension [UInt8] {
    /// Where `word` occurs first at or after `start`.
    func firstIndex(of word: String, from start: Int = 0) -> Int? {
        let word = Array(word.utf8)
        guard let first = word.first else { return start }
        var offset = start
        while offset + word.count <= count {
            if self[offset] == first, self[offset..<offset + word.count].elementsEqual(word) {
                return offset
            }
            offset += 1
        }
        return nil
    }
}
