import ImageReferences
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags tags that are moved to new builds by design.
struct ImageFloatingTag: ImageRule {
    func finding(at image: JudgedImage, in model: RepositoryModel) -> Finding? {
        guard image.fact.digest.isAbsent, case .known(let text, let span) = image.fact.tag,
            !Tag(text).isLatest, image.deployedParts.version == .deployed
        else { return nil }
        let mobility = model.mobility(of: Tag(text), image: image.name)
        // A short number that a policy selected is a build number.
        if mobility == .fixed || Tag(text).isVersionSeries && model.isMarked(span, of: image) {
            return nil
        }
        let fix = Fix.pinning(image, in: model)
        guard case .moves(let reason) = mobility else {
            let message =
                "the tag `\(text)` of \(image.words) may move between builds: it is not known how "
                + "many numbers its releases have"
            return finding(message, at: span, of: image, severity: .note, fix: fix)
        }
        let message =
            "the tag `\(text)` of \(image.words) moves between builds (\(reason)): "
            + JudgedImage.movingConsequence
        return finding(message, at: span, of: image, fix: fix)
    }
}
