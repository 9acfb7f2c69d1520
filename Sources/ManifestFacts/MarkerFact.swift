import ImageReferences
package import SourceText
package import YAMLSyntax

/// A comment that speaks to image automation, and the scalar it is at.
///
/// Its setter has several names: `liveSetter` is what Flux reads now and after each run,
/// `obeyedSetter` also what only the next run obeys, `meantSetter` what the author wrote or
/// evidently meant, obeyed or not. Each is nil for a comment that is no such setter.
package final class MarkerFact: Sendable {
    /// The comment, from its first `#`.
    package let span: SourceSpan
    package let text: String
    package let reading: MarkerReading
    package let placement: MarkerPlacement
    /// Whether it is in a line of its own.
    package let isAlone: Bool
    /// Whether other comments are in the same block of lines, which go-yaml joins to one text.
    package let isOneOfSeveralLines: Bool
    /// Whether it is the last or the only line of its block.
    package let isLastLine: Bool
    /// Whether it is in a line of its own with a blank line below its block.
    package let isDetached: Bool
    /// For a marker above an item or a value: an ordinary comment at the end of its line hides it.
    package let hidingComment: SourceSpan?
    /// Whether the value or item next to it has a marker beside it already.
    package let neighbourHasMarker: Bool
    /// Whether Flux's setters see it: the scalar's line comment, or its head comment if it has no
    /// line comment.
    package let isSeen: Bool
    /// The scalar that the marker is meant for, where its placement names one.
    package let target: MarkerTarget?
    /// The tag that is at the marker now; nil where there is none, where a template fills it in,
    /// and where Flux does not see the marker.
    package let deployedTag: String?
    /// The object that contains the comment, if its document declares one.
    package let object: ObjectIdentity?

    /// How the comment itself is written.
    struct Comment {
        let span: SourceSpan
        let text: String
        var isAlone = false
        var isOneOfSeveralLines = false
        var isLastLine = true
        var isDetached = false
    }

    init(
        _ comment: Comment, reading: MarkerReading, placement: MarkerPlacement,
        hidingComment: SourceSpan? = nil, neighbourHasMarker: Bool = false,
        target: MarkerTarget? = nil, object: ObjectIdentity?
    ) {
        span = comment.span
        text = comment.text
        self.reading = reading
        self.placement = placement
        isAlone = comment.isAlone
        isOneOfSeveralLines = comment.isOneOfSeveralLines
        isLastLine = comment.isLastLine
        isDetached = comment.isDetached
        self.hidingComment = hidingComment
        self.neighbourHasMarker = neighbourHasMarker
        self.target = target
        self.object = object
        isSeen =
            switch placement {
            case .comment(.line): true
            case .comment(.head): !comment.isOneOfSeveralLines && hidingComment == nil
            default: false
            }
        deployedTag = isSeen ? target?.tag(for: reading) : nil
    }

    /// The setter that Flux's next run obeys: a live one, or one between a key and its value, which
    /// Flux's own rewrite moves to where it never looks again.
    package var obeyedSetter: SetterMarker? {
        if case .comment(.aboveValue) = placement, !isOneOfSeveralLines, hidingComment == nil,
            case .setter(let setter) = reading
        {
            return setter
        }
        return liveSetter
    }

    /// The setter of a marker that Flux sees and understands.
    package var liveSetter: SetterMarker? {
        guard isSeen, case .setter(let setter) = reading else { return nil }
        return setter
    }
}

/// The placement of a marker.
package enum MarkerPlacement: Hashable, Sendable {
    case comment(YAMLCommentPlacement)
    /// Beside the value of a key that occurs before in the same mapping: Flux reads the first.
    case repeatedKey
    /// In the text of a patch that a kustomization contains inline.
    case inlinePatch
}

/// The scalar that a marker would replace.
package struct MarkerTarget: Hashable, Sendable {
    package let node: YAMLNode
    package let text: String
    /// The scalar as written, with its quotes.
    package let span: SourceSpan
    /// How YAML 1.2 reads the scalar; nil for one with quotes, with a tag, or of several lines.
    package let plainType: PlainScalarType?
    /// Whether an image's tag is here alone, and its name elsewhere.
    package let isTagAlone: Bool

    init?(_ node: YAMLNode, tags: Set<SourceSpan>) {
        guard let text = node.text else { return nil }
        self.node = node
        isTagAlone = tags.contains(node.span)
        self.text = text
        span = node.span
        plainType =
            node.scalarStyle == .plain && node.tag == nil
            ? plainScalarType(of: text, schema: .yaml12) : nil
    }

    /// The tag in the scalar as a setter reads it; nil for a setter of something else.
    fileprivate func tag(for reading: MarkerReading) -> String? {
        guard case .setter(let setter) = reading else { return nil }
        switch setter.field {
        case .image: return ImageReference.tag(in: text).text
        case .tag: return ImageReference.tag(in: text, extent: .tag).text
        default: return nil
        }
    }
}
