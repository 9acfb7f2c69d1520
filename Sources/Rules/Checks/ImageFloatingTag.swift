import ImageReferences
import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags tags that are moved to newer images on purpose.
struct ImageFloatingTag: ImageRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.imageFloatingTag)

    func findings(at image: JudgedImage, in model: RepositoryModel) -> [Finding] {
        guard image.fact.digest.isAbsent, case .known(let text, let span) = image.fact.tag,
            !Tag(text).isLatest, Tag(text).isFloating, image.standing.version == .stands
        else { return [] }
        // A policy that chose a short number orders build numbers.
        if Tag(text).isVersionSeries, model.isMarked(span, of: image) { return [] }
        let message =
            "the tag `\(text)` of image `\(image.fact.text)` names a moving series of images"
        return [finding(message, at: span, of: image, fix: .pinning(image, in: model))]
    }
}
