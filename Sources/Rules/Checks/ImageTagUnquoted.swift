import ManifestFacts
import RepositoryLinking
import RuleCatalog
import YAMLSyntax

/// Flags tags in a field of their own that YAML reads as a number.
struct ImageTagUnquoted: ImageRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.imageTagUnquoted)

    func findings(at image: Placed<ImageFact>, in model: RepositoryModel) -> [Finding] {
        guard image.fact.plainTagType == .integer || image.fact.plainTagType == .float,
            case .known(let text, let span) = image.fact.tag
        else { return [] }
        let message = "the tag `\(text)` has no quotes, so YAML reads it as a number"
        return [finding(message, at: span, of: image)]
    }
}
