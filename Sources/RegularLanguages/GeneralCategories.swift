/// Unicode's general categories and their names in Go's `regexp/syntax`.
///
/// Code points added after Unicode 15.0, Go's version, count as unassigned.
enum GeneralCategories {
    /// The code of each category, by bit.
    private static let codes = [
        "lu", "ll", "lt", "lm", "lo", "mn", "mc", "me", "nd", "nl", "no", "pc", "pd", "ps", "pe",
        "pi", "pf", "po", "sm", "sc", "sk", "so", "zs", "zl", "zp", "cc", "cf", "cs", "co", "cn",
    ]

    /// The categories in the order of `codes`.
    private static let categories: [Unicode.GeneralCategory] = [
        .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber,
        .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
        .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
        .modifierSymbol, .otherSymbol, .spaceSeparator, .lineSeparator, .paragraphSeparator,
        .control, .format, .surrogate, .privateUse, .unassigned,
    ]

    /// Other names, in loose spelling, and the code or first letter of codes that they mean.
    private static let aliases = [
        "casedletter": "lc", "closepunctuation": "pe", "cntrl": "cc", "combiningmark": "m",
        "connectorpunctuation": "pc", "control": "cc", "currencysymbol": "sc",
        "dashpunctuation": "pd", "decimalnumber": "nd", "digit": "nd", "enclosingmark": "me",
        "finalpunctuation": "pf", "format": "cf", "initialpunctuation": "pi", "letter": "l",
        "letternumber": "nl", "lineseparator": "zl", "lowercaseletter": "ll", "mark": "m",
        "mathsymbol": "sm", "modifierletter": "lm", "modifiersymbol": "sk", "nonspacingmark": "mn",
        "number": "n", "openpunctuation": "ps", "other": "c", "otherletter": "lo",
        "othernumber": "no", "otherpunctuation": "po", "othersymbol": "so",
        "paragraphseparator": "zp", "privateuse": "co", "punct": "p", "punctuation": "p",
        "separator": "z", "spaceseparator": "zs", "spacingmark": "mc", "surrogate": "cs",
        "symbol": "s", "titlecaseletter": "lt", "unassigned": "cn", "uppercaseletter": "lu",
    ]

    /// Returns the categories with a name in loose spelling: lower case, without separators
    /// between words.
    static func bits(named name: String) -> UInt32? {
        let code = aliases[name] ?? name
        if code == "lc" { return 0b111 }
        guard !code.isEmpty, code.utf8.count <= 2 else { return nil }
        var bits: UInt32 = 0
        for (index, candidate) in codes.enumerated() where candidate.hasPrefix(code) {
            bits |= 1 << UInt32(index)
        }
        return bits == 0 ? nil : bits
    }

    static func ascii(of bits: UInt32) -> ASCIISet {
        asciiByBit.reduce(ASCIISet()) { $1.key & bits == 0 ? $0 : $0.union($1.value) }
    }

    private static let asciiByBit: [UInt32: ASCIISet] =
        Dictionary(grouping: UInt32(0)..<0x80, by: bit(of:)).mapValues { points in
            points.reduce(ASCIISet()) { $0.union(ASCIISet(UInt8($1))) }
        }

    static func bit(of point: UInt32) -> UInt32 {
        guard let scalar = Unicode.Scalar(point) else { return 1 << 27 }
        if let age = scalar.properties.age, age.major > 15 || age.major == 15 && age.minor > 0 {
            return 1 << 29
        }
        let index = categories.firstIndex(of: scalar.properties.generalCategory) ?? 29
        return 1 << UInt32(index)
    }
}
