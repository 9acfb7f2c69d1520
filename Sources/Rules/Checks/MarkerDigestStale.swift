import ImageReferences
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags digests beside tags that Flux updates without the digest.
struct MarkerDigestStale: ImageRule {
    func finding(at image: JudgedImage, in model: RepositoryModel) -> Finding? {
        let fact = image.fact
        guard case .known(let digest, let span) = fact.digest, !digest.isEmpty,
            fact.scalars.count > 1
        else { return nil }
        let holder = fact.scalar(holding: span)
        let isWritten = { (scalar: SourceSpan) in model.isMarked(scalar, of: image) }
        guard !isWritten(holder), let tag = fact.tag.span.map(fact.scalar(holding:)), tag != holder,
            isWritten(tag)
        else { return nil }
        return finding(
            "Flux updates the tag of this image but not this digest, which decides what is "
                + "pulled: add a `:digest` marker, or remove the digest", at: span, of: image)
    }
}
