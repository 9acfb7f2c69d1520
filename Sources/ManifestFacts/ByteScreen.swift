import SourceText

/// A cheap look at a file's bytes that decides whether it can hold any fact at all.
enum ByteScreen {
    /// Whether one of the words occurs without which no fact is in a file.
    ///
    /// `mage` covers images, markers and Flux's image API group, `ustomiz` kustomizations of both
    /// kinds, `epository` the split images of charts. Most files that matter say so on top.
    static func canHoldFacts(_ bytes: [UInt8]) -> Bool {
        for offset in bytes.indices {
            // A middle letter, as rare as it can be, stands for each word.
            switch bytes[offset] {
            case UInt8(ascii: "g"): if bytes.holds(mage, at: offset - 2) { return true }
            case UInt8(ascii: "z"): if bytes.holds(ustomiz, at: offset - 6) { return true }
            case UInt8(ascii: "p"): if bytes.holds(epository, at: offset - 1) { return true }
            default: break
            }
        }
        return false
    }

    private static let mage = Array("mage".utf8)
    private static let ustomiz = Array("ustomiz".utf8)
    private static let epository = Array("epository".utf8)
}

extension Collection<UInt8> {
    /// Where `word` occurs first; nil where it does not.
    func firstIndex(of word: String) -> Index? {
        let word = Array(word.utf8)
        var rest = self[...]
        while let start = rest.firstIndex(of: word[0]) {
            if self[start...].starts(with: word) { return start }
            rest = rest[start...].dropFirst()
        }
        return nil
    }
}
