import ManifestFacts
import RepositoryLinking
import RuleCatalog

/// Flags image references with neither a tag nor a digest.
struct ImageUntagged: ImageRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.imageUntagged)

    /// Istio's gateway injection replaces this placeholder.
    private static let placeholder = "auto"

    func findings(at image: JudgedImage, in model: RepositoryModel) -> [Finding] {
        guard image.fact.isWhole, image.fact.tag.isAbsent, image.fact.digest.isAbsent,
            case .known(let name, let span) = image.fact.repository, name != Self.placeholder,
            image.deployedParts.version == .deployed
        else { return [] }
        let message =
            "image `\(name)` has neither tag nor digest, so the runtime pulls `latest`: "
            + JudgedImage.movingConsequence
        return [finding(message, at: span, of: image, fix: .pinning(image, in: model))]
    }
}
