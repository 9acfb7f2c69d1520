import ImageReferences
import Kustomize
import ManifestFacts
package import RepositoryLinking
package import SourceText
import TagSnapshots

/// The place where the digest of an image's tag can be written.
package struct DigestPlace: Sendable {
    /// The ids of the rules whose findings a digest resolves.
    package static let rules: Set<String> = [
        ImageDigestMissing.definition.id, ImageFloatingTag.definition.id,
        ImageLatestTag.definition.id, ImageUntagged.definition.id,
    ]

    /// With the tag `latest` if none is written, as runtimes assume.
    package let image: TaggedImage
    /// The scalar of findings about the tag.
    package let scalar: SourceLocation
    private let offset: Int
    /// Text to write before the digest.
    private let prefix: String

    /// Nil if it is not known which image is deployed or where the digest belongs, if a chart
    /// decides that, or if there is a marker: Flux would drop the digest from a whole reference,
    /// and a digest beside a separate tag would keep the old image.
    package init?(of image: JudgedImage, in model: RepositoryModel) {
        let fact = image.fact
        guard fact.digest.isAbsent, !fact.tag.isUnknown, image.deployedParts.version == .deployed,
            image.deployedParts.name == .deployed, let name = image.name,
            let file = image.file(in: model),
            let place = Self.place(in: fact, source: file.facts.source),
            !fact.scalars.contains(where: { file.hasMarker(besides: $0) }),
            !fact.scalars.contains(where: file.facts.isFilledIn)
        else { return nil }
        self.image = TaggedImage(name: name, tag: fact.tag.text ?? "latest")
        scalar = SourceLocation(
            path: image.path, span: fact.scalar(holding: fact.tag.span ?? fact.span))
        (offset, prefix) = place
    }

    func edit(writing digest: Digest) -> TextEdit {
        TextEdit(at: offset, prefix + digest.text)
    }

    private static func place(
        in fact: ImageFact, source: [UInt8]
    ) -> (offset: Int, prefix: String)? {
        if fact.isWhole { return place(inWhole: fact).map { ($0, "@") } }
        guard fact.use == .override, let tag = fact.tagScalar else { return nil }
        return place(below: tag, in: source)
    }

    /// The end of the reference; nil if it is not written literally.
    private static func place(inWhole fact: ImageFact) -> Int? {
        let last = fact.tag.isAbsent ? fact.repository : fact.tag
        guard case .known(let text, let span) = last, span.count == text.utf8.count,
            fact.use != .helmValue
                || ImageReference(fact.repository.text ?? "").registry.text != nil
        else { return nil }
        return span.upperBound
    }

    /// A new line below that of `newTag`; nil if `newTag` has no line of its own.
    private static func place(
        below tag: SourceSpan, in source: [UInt8]
    ) -> (offset: Int, prefix: String)? {
        let (start, end) = (
            source.lineStart(of: tag.lowerBound), source.lineEnd(of: tag.lowerBound)
        )
        let line = source[start..<end]
        let indent = line.prefix { $0 == UInt8(ascii: " ") }
        guard line.dropFirst(indent.count).starts(with: "newTag:".utf8), tag.upperBound <= end
        else { return nil }
        let prefix = String(decoding: indent, as: UTF8.self) + "digest: "
        return (end, source.lineBreakText(of: start) + prefix)
    }
}

extension Fix {
    /// Writes the digest of the image's tag; nil if it is not known.
    static func pinning(_ image: JudgedImage, in model: RepositoryModel) -> Fix? {
        guard model.tags.knowsDigests, let place = DigestPlace(of: image, in: model),
            let text = model.tags.digest(
                of: place.image.tag, canonicalName: place.image.name.canonical),
            let digest = Digest(text)
        else { return nil }
        return Fix(
            isSafe: false, description: "pin `\(place.image.tag)` to `\(digest.text)`",
            edits: [place.edit(writing: digest)])
    }
}

extension ManifestFile {
    /// Whether a marker belongs to the scalar, or is on one of its lines.
    fileprivate func hasMarker(besides scalar: SourceSpan) -> Bool {
        let source = facts.source
        let lines = source.lineStart(of: scalar.lowerBound)...source.lineEnd(of: scalar.upperBound)
        return facts.markers.contains { marker in
            marker.target?.span == scalar || lines.contains(marker.span.lowerBound)
        }
    }
}
