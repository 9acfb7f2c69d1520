import ImageReferences
import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags tags that are moved to newer images on purpose.
struct ImageFloatingTag: ImageRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.imageFloatingTag)

    func findings(at image: Placed<ImageFact>, in model: RepositoryModel) -> [Finding] {
        guard image.fact.digest.isAbsent, case .known(let text, let span) = image.fact.tag,
            !Tag(text).isLatest, Tag(text).isFloating, !model.overrides.pin(image)
        else { return [] }
        // A policy that chose a short number orders build numbers.
        let scalar = image.place(image.fact.scalar(holding: span))
        if Tag(text).isVersionSeries, model.markedScalars.contains(scalar) { return [] }
        let message =
            "the tag `\(text)` of image `\(image.fact.text)` names a moving series of images"
        return [finding(message, at: span, of: image)]
    }
}
