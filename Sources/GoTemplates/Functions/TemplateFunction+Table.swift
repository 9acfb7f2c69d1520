/// Every function that a commit message can use, by name.
extension TemplateFunction {
    static func named(_ name: String) -> TemplateFunction? { table[name] }

    private static let table: [String: TemplateFunction] = {
        let families = [
            builtins, comparisons, caseFunctions, cuttingFunctions, textFunctions, listFunctions,
            listMakers, dictionaryFunctions, arithmetic, decimalArithmetic, conversions, defaults,
            typeFunctions, encodings, digests, jsonFunctions, paths, urls, dates, versions,
            patterns, refusedFunctions,
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

    /// Functions whose result would depend on chance, a clock or keys.
    private static let refusedFunctions: [String: TemplateFunction] = [
        "ago": refused([.any]),
        "bcrypt": refused([.string]),
        "buildCustomCert": refused([.string, .string]),
        "decryptAES": refused([.string, .string]),
        "derivePassword": refused([.any, .string, .string, .string, .string]),
        "encryptAES": refused([.string, .string]),
        "genCA": refused([.string, .int]),
        "genCAWithKey": refused([.string, .int, .string]),
        "genPrivateKey": refused([.string]),
        "genSelfSignedCert": refused([.string, .any, .any, .int]),
        "genSelfSignedCertWithKey": refused([.string, .any, .any, .int, .string]),
        "genSignedCert": refused([.string, .any, .any, .int, .any]),
        "genSignedCertWithKey": refused([.string, .any, .any, .int, .any, .string]),
        "htpasswd": refused([.string, .string]),
        "randInt": refused([.int, .int]),
        "shuffle": refused([.string]),
    ]
}
