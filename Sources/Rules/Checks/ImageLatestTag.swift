import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags images with the tag `latest`.
struct ImageLatestTag: ImageRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.imageLatestTag)

    func findings(at image: Placed<ImageFact>, in model: RepositoryModel) -> [Finding] {
        guard image.fact.digest.isAbsent, case .known("latest", let span) = image.fact.tag,
            !model.overrides.pin(image)
        else { return [] }
        return [
            finding("image `\(image.fact.text)` has the tag `latest`", at: span, of: image)
        ]
    }

    func unjudged(in model: RepositoryModel) -> [Unjudged] {
        model.images.compactMap { image in
            guard image.fact.digest.text == nil, case .unknown(let span) = image.fact.tag else {
                return nil
            }
            return Unjudged(
                rule: Self.definition.id, location: SourceLocation(path: image.path, span: span),
                reason: "the image's tag is filled in by a template")
        }
    }
}
