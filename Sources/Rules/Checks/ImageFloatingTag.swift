import ImageReferences
import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags tags that are moved to newer images on purpose.
struct ImageFloatingTag: ImageRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.imageFloatingTag)

    func findings(
        at image: ImageFact, in file: ManifestFile, of model: RepositoryModel
    ) -> [Finding] {
        guard image.digest.isAbsent, case .known(let text, let span) = image.tag,
            !Tag(text).isLatest, Tag(text).isFloating, !model.overrides.pin(image),
            !(Tag(text).isVersionSeries && file.hasLiveMarker(at: image.scalar(holding: span)))
        else { return [] }
        let message = "the tag `\(text)` of image `\(image.text)` names a moving series of images"
        return [finding(message, at: span, of: image, in: file)]
    }
}

extension ManifestFile {
    /// Whether Flux writes the scalar: a policy that chose a short number orders build numbers.
    fileprivate func hasLiveMarker(at scalar: SourceSpan) -> Bool {
        facts.markers.contains { $0.liveSetter != nil && $0.target?.span == scalar }
    }
}
