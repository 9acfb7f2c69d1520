/// Every function that a commit message can use, by name.
extension TemplateFunction {
    static func named(_ name: String) -> TemplateFunction? { table[name] }

    private static let table: [String: TemplateFunction] = {
        let families = [
            builtins, comparisons, caseFunctions, cuttingFunctions, textFunctions, listFunctions,
            listMakers, dictionaryFunctions, arithmetic, conversions, defaults, typeFunctions,
            encodings, digests, jsonFunctions, paths, patterns, notRendered,
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
        "add1f": notRendered([.any], gives: .float64),
        "addf": notRendered([], rest: .any, gives: .float64),
        "ago": notRendered([.any]),
        "b32dec": notRendered([.string], gives: .string),
        "b32enc": notRendered([.string], gives: .string),
        "bcrypt": notRendered([.string]),
        "buildCustomCert": notRendered([.string, .string]),
        "camelcase": notRendered([.string], gives: .string),
        "decryptAES": notRendered([.string, .string]),
        "derivePassword": notRendered([.any, .string, .string, .string, .string]),
        "divf": notRendered([.any], rest: .any, gives: .float64),
        "duration": notRendered([.any], gives: .string),
        "durationRound": notRendered([.any], gives: .string),
        "encryptAES": notRendered([.string, .string]),
        "genCA": notRendered([.string, .int]),
        "genCAWithKey": notRendered([.string, .int, .string]),
        "genPrivateKey": notRendered([.string]),
        "genSelfSignedCert": notRendered([.string, .any, .any, .int]),
        "genSelfSignedCertWithKey": notRendered([.string, .any, .any, .int, .string]),
        "genSignedCert": notRendered([.string, .any, .any, .int, .any]),
        "genSignedCertWithKey": notRendered([.string, .any, .any, .int, .any, .string]),
        "htpasswd": notRendered([.string, .string]),
        "kebabcase": notRendered([.string], gives: .string),
        "mulf": notRendered([.any], rest: .any, gives: .float64),
        "mustDateModify": notRendered([.string, .time], gives: .time),
        "mustToDate": notRendered([.string, .string], gives: .time),
        "must_date_modify": notRendered([.string, .time], gives: .time),
        "randInt": notRendered([.int, .int]),
        "semver": notRendered([.string], gives: .version),
        "semverCompare": notRendered([.string, .string], gives: .bool),
        "shuffle": notRendered([.string]),
        "snakecase": notRendered([.string], gives: .string),
        "subf": notRendered([.any], rest: .any, gives: .float64),
        "swapcase": notRendered([.string], gives: .string),
        "toDate": notRendered([.string, .string], gives: .time),
        "unixEpoch": notRendered([.time], gives: .string),
        "urlJoin": notRendered([.dictionary], gives: .string),
        "urlParse": notRendered([.string], gives: .dictionary),
    ]
}
