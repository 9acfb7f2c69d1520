/// A cheap look at a file's bytes that decides which facts can be in it at all; one pass.
struct ByteScreen: OptionSet {
    let rawValue: UInt8

    /// One of the words without which no fact is in a file: `mage` covers images, markers and
    /// Flux's image API group, `ustomiz` kustomizations of both kinds, `epository` the split
    /// images of charts.
    static let facts = ByteScreen(rawValue: 1 << 0)
    /// A `{` or `$` behind a `#` on its line, without which there is no marker, spelt right or not.
    static let commentedBrace = ByteScreen(rawValue: 1 << 1)
    /// The word `ImagePolicy`.
    static let policyKind = ByteScreen(rawValue: 1 << 2)
    /// The `{{` of a template.
    static let template = ByteScreen(rawValue: 1 << 3)

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    init(_ bytes: [UInt8]) {
        self = []
        var isBehindHash = false
        var previous: UInt8 = 0
        for offset in bytes.indices {
            let byte = bytes[offset]
            switch byte {
            case UInt8(ascii: "#"): isBehindHash = true
            case 0x0A, 0x0D: isBehindHash = false
            case UInt8(ascii: "{"):
                if isBehindHash { insert(.commentedBrace) }
                if previous == byte { insert(.template) }
            case UInt8(ascii: "$"):
                if isBehindHash { insert(.commentedBrace) }
            // A middle letter, as rare as it can be, stands for each word.
            case UInt8(ascii: "g"): match(bytes, at: offset - 2, Self.mage, .facts)
            case UInt8(ascii: "z"): match(bytes, at: offset - 6, Self.ustomiz, .facts)
            case UInt8(ascii: "p"): match(bytes, at: offset - 1, Self.epository, .facts)
            case UInt8(ascii: "P"): match(bytes, at: offset - 5, Self.imagePolicy, .policyKind)
            default: break
            }
            previous = byte
        }
    }

    private static let mage = Array("mage".utf8)
    private static let ustomiz = Array("ustomiz".utf8)
    private static let epository = Array("epository".utf8)
    private static let imagePolicy = Array("ImagePolicy".utf8)

    private mutating func match(
        _ bytes: [UInt8], at start: Int, _ word: [UInt8], _ option: ByteScreen
    ) {
        guard !contains(option), start >= 0, start + word.count <= bytes.count else { return }
        for index in word.indices where bytes[start + index] != word[index] { return }
        insert(option)
    }
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
