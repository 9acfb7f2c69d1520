import SourceText
import YAMLSyntax

/// One line of the text of an object's annotation, without blanks around it.
struct AnnotationLine {
    let text: ArraySlice<UInt8>
    /// The line in the source; the whole scalar where escapes or folding hide it.
    let span: SourceSpan
    /// Whether the bytes of the text are those of the source, at the same offsets.
    let isAsWritten: Bool

    /// The lines of an annotation that are not empty; none where it is absent or no text.
    static func lines(
        of annotation: String, on object: ObjectNode, in source: [UInt8]
    ) -> [AnnotationLine] {
        guard let node = object.root[path: "metadata", "annotations"]?[annotation],
            node.kind == .scalar, let text = node.textBytes
        else { return [] }
        let isAsWritten = node.textSpan != nil || node.scalarStyle == .literal
        let lines = isAsWritten ? source[node.span.range].withoutHeader(node) : text
        return lines.split { $0 == 0x0A || $0 == 0x0D }.compactMap { line in
            let line = line.trimmingBlanksBefore().trimmingBlanksBehind()
            guard !line.isEmpty else { return nil }
            return AnnotationLine(
                text: line,
                span: isAsWritten ? SourceSpan(line.startIndex, line.endIndex) : node.span,
                isAsWritten: isAsWritten)
        }
    }
}

extension ArraySlice<UInt8> {
    /// The lines of a block scalar, or the text between quotes.
    fileprivate func withoutHeader(_ node: YAMLNode) -> ArraySlice<UInt8> {
        if let textSpan = node.textSpan { return self[textSpan.range] }
        return drop { $0 != 0x0A && $0 != 0x0D }
    }
}
