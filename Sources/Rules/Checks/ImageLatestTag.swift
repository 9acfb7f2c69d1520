import ImageReferences
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags images with the tag `latest`.
struct ImageLatestTag: ImageRule {
    func finding(at image: JudgedImage, in model: RepositoryModel) -> Finding? {
        guard image.fact.digest.isAbsent, case .known("latest", let span) = image.fact.tag,
            image.deployedParts.version == .deployed
        else { return nil }
        return finding(
            "\(image.words) has the tag `latest`: \(JudgedImage.movingConsequence)", at: span,
            of: image, fix: .pinning(image, in: model))
    }

    /// Only images whose file is deployed as written; templates of a chart are judged by their
    /// values.
    func unjudged(in model: RepositoryModel) -> [Unjudged] {
        model.judgedImages.compactMap { image in
            if image.reach.reason != nil { return nil }
            let (fact, deployedParts) = (image.fact, image.deployedParts.version)
            if case .unknown(let reason) = deployedParts, fact.mayMove {
                return unjudged(reason, at: image.location(of: fact.tag.span ?? fact.span))
            }
            guard fact.digest.text == nil, case .unknown(let span) = fact.tag,
                deployedParts == .deployed
            else { return nil }
            return unjudged(
                "the image's tag is filled in by a template", at: image.location(of: span))
        }
    }
}

extension ImageFact {
    /// Whether it has no digest and its tag may move, so that replacements of it matter.
    fileprivate var mayMove: Bool {
        digest.isAbsent && (tag.isAbsent ? isWhole : tag.text.map { Tag($0).isFloating } ?? true)
    }
}
