import ImageReferences
import ManifestFacts
import SourceText
import YAMLSyntax

extension ValueSpan {
    /// The tags and digests of a manifest that say which image runs, ascending, none in another.
    ///
    /// Left out is what YAML would read otherwise with another text in its place, or what escapes
    /// hide: those are part of what is around the values.
    static func spans(in facts: FileFacts) -> [ValueSpan] {
        let found =
            facts.images.flatMap { values(of: $0, in: facts.source) }
            + facts.markers.flatMap { values(at: $0, in: facts.source) }
        let sorted = Set(found).sorted { $0.span.lowerBound < $1.span.lowerBound }
        var spans: [ValueSpan] = []
        for span in sorted {
            let end = spans.last?.span.upperBound ?? 0
            if span.span.lowerBound >= end { spans.append(span) }
        }
        return spans
    }

    private static func values(of image: ImageFact, in source: [UInt8]) -> [ValueSpan] {
        var spans: [ValueSpan] = []
        if case .known(let tag, let span) = image.tag, Tag(tag).isValid,
            image.tagScalar == nil || image.plainTagType ?? .string == .string,
            source.holds(tag, at: span)
        {
            spans.append(ValueSpan(span: span, isDigest: false))
        }
        if case .known(let digest, let span) = image.digest, isMasked(digest),
            source.holds(digest, at: span)
        {
            spans.append(ValueSpan(span: span, isDigest: true))
        }
        return spans
    }

    /// The tag and digest of the value at a marker, which may be elsewhere than at an image.
    private static func values(at marker: MarkerFact, in source: [UInt8]) -> [ValueSpan] {
        guard let setter = marker.liveSetter, let target = marker.target,
            let written = target.node.textSpan, source.holds(target.text, at: written)
        else { return [] }
        let extent: ImageReference.Extent
        switch setter.field {
        case .image: extent = .whole
        case .tag: extent = .tag
        case .digest: extent = .digest
        default: return []
        }
        // Another text in place of a whole plain scalar is a text; this one may be a number.
        guard extent == .whole || target.plainType ?? .string == .string else { return [] }
        let reference = ImageReference(target.text, extent: extent)
        func span(of part: ReferencePart, isDigest: Bool) -> ValueSpan? {
            guard case .known(let text, let range) = part,
                isDigest ? isMasked(text) : Tag(text).isValid
            else { return nil }
            let start = written.lowerBound
            return ValueSpan(
                span: SourceSpan(start + range.lowerBound, start + range.upperBound),
                isDigest: isDigest)
        }
        return [
            span(of: reference.tag, isDigest: false), span(of: reference.digest, isDigest: true),
        ].compactMap(\.self)
    }

    /// Whether a placeholder is of the same kind as a digest.
    private static func isMasked(_ digest: String) -> Bool { Digest(digest)?.algorithm == "sha256" }
}

extension [UInt8] {
    /// Whether a text is written at a place as it is.
    fileprivate func holds(_ text: String, at span: SourceSpan) -> Bool {
        span.upperBound <= count && self[span.range].elementsEqual(text.utf8)
    }
}
