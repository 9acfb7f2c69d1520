import ImageReferences
import ManifestFacts
import RepositoryLinking
import RuleCatalog

/// Flags tags that are moved to newer images on purpose.
struct ImageFloatingTag: ImageRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.imageFloatingTag)

    func findings(
        at image: ImageFact, in file: ManifestFile, of model: RepositoryModel
    ) -> [Finding] {
        guard image.digest.isAbsent, case .known(let text, let span) = image.tag,
            !Tag(text).isLatest, Tag(text).isFloating, !model.overrides.pin(image)
        else { return [] }
        let message = "the tag `\(text)` of image `\(image.text)` names a moving series of images"
        return [finding(message, at: span, of: image, in: file)]
    }
}
