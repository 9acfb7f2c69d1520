/// Every function that a commit message can use, by name.
extension TemplateFunction {
    static func named(_ name: String) -> TemplateFunction? { table[name] }

    private static let table: [String: TemplateFunction] = {
        let families = [
            builtins, comparisons, cuttingFunctions, textFunctions, listFunctions,
            listMakers, dictionaryFunctions, arithmetic, conversions, defaults, typeFunctions,
            encodings, jsonFunctions, paths, patterns, notRendered,
        ]
        return families.reduce(into: [:]) { table, family in
            table.merge(family) { first, _ in first }
        }
    }()

    /// Functions of sprig that Flux leaves out because they do not repeat.
    ///
    /// Source: sprig v3.3.0, `nonhermeticFunctions`.
    static let excluded: Set<String> = [
        "date", "dateInZone", "dateModify", "date_in_zone", "date_modify", "env", "expandenv",
        "getHostByName", "htmlDate", "htmlDateInZone", "now", "randAlpha", "randAlphaNum",
        "randAscii", "randBytes", "randNumeric", "uuidv4",
    ]

    /// Functions that are checked by their signatures, and not run: those whose result depends on
    /// chance, a clock or keys, and families that commit messages do not use.
    private static let notRendered: [String: TemplateFunction] = [
        "abbrevboth": Self(.int, .int, .string, gives: .string),
        "add1f": Self(.any, gives: .float64),
        "addf": Self(rest: .any, gives: .float64),
        "adler32sum": Self(.string, gives: .string),
        "ago": Self(.any),
        "b32dec": Self(.string, gives: .string),
        "b32enc": Self(.string, gives: .string),
        "bcrypt": Self(.string),
        "buildCustomCert": Self(.string, .string),
        "camelcase": Self(.string, gives: .string),
        "ceil": Self(.any, gives: .float64),
        "decryptAES": Self(.string, .string),
        "derivePassword": Self(.any, .string, .string, .string, .string),
        "divf": Self(.any, rest: .any, gives: .float64),
        "duration": Self(.any, gives: .string),
        "durationRound": Self(.any, gives: .string),
        "encryptAES": Self(.string, .string),
        "floor": Self(.any, gives: .float64),
        "genCA": Self(.string, .int),
        "genCAWithKey": Self(.string, .int, .string),
        "genPrivateKey": Self(.string),
        "genSelfSignedCert": Self(.string, .any, .any, .int),
        "genSelfSignedCertWithKey": Self(.string, .any, .any, .int, .string),
        "genSignedCert": Self(.string, .any, .any, .int, .any),
        "genSignedCertWithKey": Self(.string, .any, .any, .int, .any, .string),
        "html": Self(rest: .any, gives: .string),
        "htpasswd": Self(.string, .string),
        "initials": Self(.string, gives: .string),
        "js": Self(rest: .any, gives: .string),
        "kebabcase": Self(.string, gives: .string),
        "maxf": Self(.any, rest: .any, gives: .float64),
        "minf": Self(.any, rest: .any, gives: .float64),
        "mulf": Self(.any, rest: .any, gives: .float64),
        "mustDateModify": Self(.string, .time, gives: .time),
        "mustToDate": Self(.string, .string, gives: .time),
        "must_date_modify": Self(.string, .time, gives: .time),
        "nospace": Self(.string, gives: .string),
        "randInt": Self(.int, .int),
        "round": Self(.any, .int, rest: .float64, gives: .float64),
        "semver": Self(.string, gives: .version),
        "semverCompare": Self(.string, .string, gives: .bool),
        "seq": Self(rest: .int, gives: .string),
        "shuffle": Self(.string),
        "snakecase": Self(.string, gives: .string),
        "subf": Self(.any, rest: .any, gives: .float64),
        "swapcase": Self(.string, gives: .string),
        "toDate": Self(.string, .string, gives: .time),
        "toDecimal": Self(.any, gives: .integer(.int64)),
        "unixEpoch": Self(.time, gives: .string),
        "untitle": Self(.string, gives: .string),
        "urlJoin": Self(.dictionary, gives: .string),
        "urlParse": Self(.string, gives: .dictionary),
        "wrapWith": Self(.int, .string, .string, gives: .string),
    ]
}
