import ManifestFacts
import RepositoryLinking

/// Flags image references with neither a tag nor a digest.
struct ImageUntagged: ImageRule {
    /// Istio's gateway injection replaces this placeholder.
    private static let placeholder = "auto"

    func finding(at image: JudgedImage, in model: RepositoryModel) -> Finding? {
        guard image.fact.isWhole, image.fact.tag.isAbsent, image.fact.digest.isAbsent,
            case .known(let name, let span) = image.fact.repository, name != Self.placeholder,
            image.deployedParts.version == .deployed
        else { return nil }
        let message =
            "image `\(name)` has neither tag nor digest, so the runtime pulls `latest`: "
            + JudgedImage.movingConsequence
        return finding(message, at: span, of: image, fix: .pinning(image, in: model))
    }
}
