/// Unicode's general categories and their names in Go's `regexp/syntax`.
///
/// Code points added after Unicode 15.0, Go's version, count as unassigned.
enum GeneralCategories {
    /// The code of each category, by bit.
    private static let codes = [
        "lu", "ll", "lt", "lm", "lo", "mn", "mc", "me", "nd", "nl", "no", "pc", "pd", "ps", "pe",
        "pi", "pf", "po", "sm", "sc", "sk", "so", "zs", "zl", "zp", "cc", "cf", "cs", "co", "cn",
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
        return 1 << index(of: scalar.properties.generalCategory)
    }

    private static func index(of category: Unicode.GeneralCategory) -> UInt32 {
        switch category {
        case .uppercaseLetter: 0
        case .lowercaseLetter: 1
        case .titlecaseLetter: 2
        case .modifierLetter: 3
        case .otherLetter: 4
        case .nonspacingMark: 5
        case .spacingMark: 6
        case .enclosingMark: 7
        case .decimalNumber: 8
        case .letterNumber: 9
        case .otherNumber: 10
        case .connectorPunctuation: 11
        case .dashPunctuation: 12
        case .openPunctuation: 13
        case .closePunctuation: 14
        case .initialPunctuation: 15
        case .finalPunctuation: 16
        case .otherPunctuation: 17
        case .mathSymbol: 18
        case .currencySymbol: 19
        case .modifierSymbol: 20
        case .otherSymbol: 21
        case .spaceSeparator: 22
        case .lineSeparator: 23
        case .paragraphSeparator: 24
        case .control: 25
        case .format: 26
        case .surrogate: 27
        case .privateUse: 28
        case .unassigned: 29
        @unknown default: 29
        }
    }
}
