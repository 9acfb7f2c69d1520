/// The differences between the programs that run templates: what each adds to Go's `text/template`.
struct TemplateDialect: Sendable {
    let leftDelimiter: StaticString
    let rightDelimiter: StaticString
    /// A function that gives the data; nil where the dot is the data.
    let dataFunction: String?
    /// Whether a key that a map does not have is an error (Go's `missingkey=error`).
    let refusesMissingKeys: Bool
    /// Functions of sprig that the program does not have.
    let lacking: Set<String>

    /// Flux's commit messages.
    static let commitMessage = TemplateDialect(
        leftDelimiter: "{{", rightDelimiter: "}}", dataFunction: nil, refusesMissingKeys: false,
        lacking: TemplateFunction.excluded)

    /// The resources of a ResourceSet.
    ///
    /// Source: controlplaneio-fluxcd/flux-operator, `internal/builder/resourceset.go`, with the
    /// functions of go-task/slim-sprig v3.
    static let resourceSet = TemplateDialect(
        leftDelimiter: "<<", rightDelimiter: ">>", dataFunction: "inputs",
        refusesMissingKeys: true,
        lacking: TemplateFunction.excluded.union([
            "abbrev", "abbrevboth", "add1f", "addf", "bcrypt", "buildCustomCert", "camelcase",
            "decryptAES", "deepCopy", "derivePassword", "divf", "encryptAES", "genCA",
            "genCAWithKey", "genPrivateKey", "genSelfSignedCert", "genSelfSignedCertWithKey",
            "genSignedCert", "genSignedCertWithKey", "htpasswd", "initials", "kebabcase", "merge",
            "mergeOverwrite", "mulf", "mustDeepCopy", "mustMerge", "mustMergeOverwrite", "nospace",
            "semver", "semverCompare", "sha512sum", "shuffle", "snakecase", "subf", "swapcase",
            "untitle", "wrap", "wrapWith",
        ]))

    func function(named name: String) -> TemplateFunction? {
        if lacking.contains(name) { return nil }
        if dataFunction != nil, let own = TemplateFunction.ofResources[name] { return own }
        return TemplateFunction.named(name)
    }
}
