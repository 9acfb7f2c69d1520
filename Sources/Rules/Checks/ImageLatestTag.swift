import ImageReferences
import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags images with the tag `latest`.
struct ImageLatestTag: ImageRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.imageLatestTag)

    func findings(at image: JudgedImage, in model: RepositoryModel) -> [Finding] {
        guard image.fact.digest.isAbsent, case .known("latest", let span) = image.fact.tag,
            image.standing.version == .stands
        else { return [] }
        return [
            finding(
                "\(image.words) has the tag `latest`: \(JudgedImage.movingConsequence)", at: span,
                of: image,
                fix: .pinning(image, in: model))
        ]
    }

    /// Only of what is deployed as it is written: a chart's templates are judged by the values
    /// that they take.
    func unjudged(in model: RepositoryModel) -> [Unjudged] {
        model.judgedImages.compactMap { image in
            if image.reach.reason != nil { return nil }
            let (fact, standing) = (image.fact, image.standing.version)
            if case .unknown(let reason) = standing, fact.mayMove {
                return unjudged(fact.tag.span ?? fact.span, of: image, reason)
            }
            guard fact.digest.text == nil, case .unknown(let span) = fact.tag, standing == .stands
            else { return nil }
            return unjudged(span, of: image, "the image's tag is filled in by a template")
        }
    }

    private func unjudged(_ part: SourceSpan, of image: JudgedImage, _ reason: String) -> Unjudged {
        Unjudged(rule: Self.definition.id, location: image.location(of: part), reason: reason)
    }
}

extension ImageFact {
    /// Whether it names no one image by itself, so that it matters what replaces it.
    fileprivate var mayMove: Bool {
        digest.isAbsent && (tag.isAbsent ? isWhole : tag.text.map { Tag($0).isFloating } ?? true)
    }
}
