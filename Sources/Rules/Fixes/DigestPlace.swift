import ImageReferences
import Kustomize
import ManifestFacts
package import RepositoryLinking
package import SourceText
import TagSnapshots

/// Where the digest of an image's tag can be written down, and which tag that is.
package struct DigestPlace: Sendable {
    /// Ids of the rules whose findings a digest removes.
    package static let rules: Set<String> = [
        ImageDigestMissing.definition.id, ImageFloatingTag.definition.id,
        ImageLatestTag.definition.id, ImageUntagged.definition.id,
    ]

    /// With the runtime's `latest` where no tag is written.
    package let image: TaggedImage
    /// The scalar that findings about the tag are at.
    package let scalar: SourceLocation
    /// Where the digest goes, and what has to stand around it.
    private let offset: Int
    private let prefix: String

    /// Nil where nobody can tell which image is deployed, or where the digest could stand; where it
    /// is the chart that decides; and where Flux is meant to write: it would drop the digest from a
    /// whole reference, and a digest beside a tag of its own would keep the old image.
    package init?(of image: JudgedImage, in model: RepositoryModel) {
        let fact = image.fact
        guard fact.digest.isAbsent, !fact.tag.isUnknown, image.standing.version == .stands,
            image.standing.name == .stands, let name = image.name,
            let file = image.file(in: model),
            let place = Self.place(in: fact, source: file.facts.source),
            !fact.scalars.contains(where: { file.hasMarker(besides: $0) })
        else { return nil }
        self.image = TaggedImage(name: name, tag: fact.tag.text ?? "latest")
        scalar = SourceLocation(
            path: image.path, span: fact.scalar(holding: fact.tag.span ?? fact.span))
        (offset, prefix) = place
    }

    func edit(writing digest: Digest) -> TextEdit {
        TextEdit(span: SourceSpan(offset, offset), replacement: prefix + digest.text)
    }

    private static func place(
        in fact: ImageFact, source: [UInt8]
    ) -> (offset: Int, prefix: String)? {
        if fact.isWhole { return place(inWhole: fact).map { ($0, "@") } }
        guard fact.use == .override, let tag = fact.tagScalar else { return nil }
        return place(below: tag, in: source)
    }

    /// The end of the reference, where it stands letter by letter.
    private static func place(inWhole fact: ImageFact) -> Int? {
        let last = fact.tag.isAbsent ? fact.repository : fact.tag
        guard case .known(let text, let span) = last, span.count == text.utf8.count,
            fact.use != .helmValue
                || ImageReference(fact.repository.text ?? "").registry.text != nil
        else { return nil }
        return span.upperBound
    }

    /// A line of its own, where `newTag` has one.
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
    /// Writes the digest that the image's tag is known to stand for; nil where none is known.
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
    /// Whether a comment that speaks to Flux is meant for the scalar, or stands in a line of it.
    fileprivate func hasMarker(besides scalar: SourceSpan) -> Bool {
        let source = facts.source
        let lines = source.lineStart(of: scalar.lowerBound)...source.lineEnd(of: scalar.upperBound)
        return facts.markers.contains { marker in
            marker.target?.span == scalar || lines.contains(marker.span.lowerBound)
        }
    }
}
