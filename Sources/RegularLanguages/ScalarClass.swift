/// A named class of code points, or its complement.
struct ScalarClass: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// ASCII characters only, as in `\d` and `[:alpha:]`.
        case ascii(ASCIISet)
        case any
        /// A set of general categories, one bit for each of `GeneralCategories.codes`.
        case categories(UInt32)
        /// One of `UnicodeScripts.names`; members beyond ASCII are not known.
        case script(String)
    }

    let kind: Kind
    let isNegated: Bool

    /// Whether the class contains one of `variants`, or, if negated, none of them.
    func contains(anyOf variants: Set<UInt32>) -> Bool {
        variants.contains(where: kind.contains) != isNegated
    }

    func ascii(ignoringCase: Bool) -> ASCIISet {
        var result = kind.ascii
        if ignoringCase {
            for (point, letters) in CaseFolding.beyondASCII where kind.contains(point) {
                result = result.union(letters)
            }
            result = result.ignoringCase
        }
        return isNegated ? result.inverse : result
    }
}

extension ScalarClass.Kind {
    func contains(_ point: UInt32) -> Bool {
        switch self {
        case .ascii(let set): point < 0x80 && set.contains(UInt8(point))
        case .any: true
        case .categories(let bits): bits & GeneralCategories.bit(of: point) != 0
        case .script: point < 0x80 && ascii.contains(UInt8(point))
        }
    }

    var ascii: ASCIISet {
        switch self {
        case .ascii(let set): set
        case .any: .all
        case .categories(let bits): GeneralCategories.ascii(of: bits)
        case .script(let name): UnicodeScripts.ascii(ofScript: name)
        }
    }
}

extension ScalarClass {
    /// The class of `\d`, `\D`, `\s`, `\S`, `\w` or `\W`.
    init?(perlLetter letter: UInt8) {
        let set: ASCIISet
        switch letter | 0x20 {
        case UInt8(ascii: "d"): set = .digits
        case UInt8(ascii: "s"): set = ASCIISet(charactersOf: "\t\n\u{C}\r ")
        case UInt8(ascii: "w"): set = .word
        default: return nil
        }
        self.init(kind: .ascii(set), isNegated: letter & 0x20 == 0)
    }

    /// The class with a name between `[:` and `:]`, such as `alpha` or `^alpha`.
    init?(posixName name: String) {
        let isNegated = name.hasPrefix("^")
        guard let set = Self.posix[isNegated ? String(name.dropFirst()) : name] else { return nil }
        self.init(kind: .ascii(set), isNegated: isNegated)
    }

    private static let posix: [String: ASCIISet] = [
        "alnum": .digits.union(.upperCase).union(.lowerCase),
        "alpha": .upperCase.union(.lowerCase),
        "ascii": .all,
        "blank": ASCIISet(charactersOf: "\t "),
        "cntrl": ASCIISet(0x00...0x1F).union(ASCIISet(0x7F)),
        "digit": .digits,
        "graph": ASCIISet(0x21...0x7E),
        "lower": .lowerCase,
        "print": ASCIISet(0x20...0x7E),
        "punct": ASCIISet(0x21...0x7E).subtracting(.digits.union(.upperCase).union(.lowerCase)),
        "space": ASCIISet(0x09...0x0D).union(ASCIISet(0x20)),
        "upper": .upperCase,
        "word": .word,
        "xdigit": .digits.union(ASCIISet(0x41...0x46)).union(ASCIISet(0x61...0x66)),
    ]
}
