import ManifestFacts
import RepositoryLinking
import RuleCatalog
import YAMLSyntax

/// Flags tags in a field of their own that YAML reads as a number.
struct ImageTagUnquoted: ImageRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.imageTagUnquoted)

    func findings(at image: JudgedImage, in model: RepositoryModel) -> [Finding] {
        guard image.fact.plainTagType == .integer || image.fact.plainTagType == .float,
            case .known(let text, let span) = image.fact.tag,
            image.fact.use != .helmValue || !text.isSmallInteger
        else { return [] }
        let message = "the tag `\(text)` has no quotes, so YAML reads it as a number"
        // What patches make has spans of its own.
        let fix = image.isBuilt ? nil : Fix.quoting(text, at: span)
        return [finding(message, at: span, of: image, fix: fix)]
    }
}

extension String {
    /// Whether Helm prints this number as it is written; from 1,000,000 it prints an exponent.
    fileprivate var isSmallInteger: Bool {
        utf8.count <= 6 && (first != "0" || utf8.count == 1)
            && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
