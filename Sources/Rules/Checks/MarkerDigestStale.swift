import ImageReferences
import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags digests beside tags that Flux updates, where it leaves the digest as it is.
struct MarkerDigestStale: ImageRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.markerDigestStale)

    func findings(at image: JudgedImage, in model: RepositoryModel) -> [Finding] {
        let fact = image.fact
        guard case .known(let digest, let span) = fact.digest, !digest.isEmpty,
            fact.scalars.count > 1
        else { return [] }
        let holder = fact.scalar(holding: span)
        let isWritten = { (scalar: SourceSpan) in model.isMarked(scalar, of: image) }
        guard !isWritten(holder), let tag = fact.tag.span.map(fact.scalar(holding:)), tag != holder,
            isWritten(tag)
        else { return [] }
        return [
            finding(
                "Flux updates the tag of this image and leaves the digest, which decides what is "
                    + "pulled", at: span, of: image)
        ]
    }
}
