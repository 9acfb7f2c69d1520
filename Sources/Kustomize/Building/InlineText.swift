package import SourceText
package import YAMLSyntax

/// The text of a scalar that is a document of its own, with the way back to the file.
package struct InlineText: Sendable {
    package let bytes: [UInt8]
    private let span: SourceSpan
    /// For a literal block, the offsets of its lines: in the text, and in the file.
    private let lines: [(text: Int, source: Int)]

    /// Nil for a collection.
    package init?(_ node: YAMLNode, in source: [UInt8]) {
        guard let text = node.textBytes else { return nil }
        let bytes = Array(text)
        self.bytes = bytes
        span = node.span
        lines =
            node.scalarStyle == .literal && node.kind == .scalar
            ? Self.lines(of: bytes, writtenAs: Array(source[node.span.range]), at: span.lowerBound)
            : []
    }

    /// Another text in the same place, which cannot be told apart any more.
    package init(replacing text: InlineText, with bytes: [UInt8]) {
        self.bytes = bytes
        span = text.span
        lines = bytes == text.bytes ? text.lines : []
    }

    /// Whether it may contain variables that Flux fills in.
    var mentionsVariables: Bool { bytes.contains(UInt8(ascii: "$")) }

    /// Where a part of the text is in the file: the whole scalar where that cannot be told.
    package func sourceSpan(of part: SourceSpan) -> SourceSpan {
        guard let line = lines.last(where: { $0.text <= part.lowerBound }) else { return span }
        let lower = line.source + part.lowerBound - line.text
        let lastLine = lines.last { $0.text < max(part.upperBound, part.lowerBound + 1) } ?? line
        let upper = lastLine.source + part.upperBound - lastLine.text
        guard lower <= upper, upper <= span.upperBound else { return span }
        return SourceSpan(lower, upper)
    }

    /// Pairs each line of the text with the end of the line that it was written on: a literal
    /// block only takes the indentation away.
    private static func lines(
        of text: [UInt8], writtenAs source: [UInt8], at offset: Int
    ) -> [(text: Int, source: Int)] {
        let textLines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
        let sourceLines = source.split(separator: 0x0A, omittingEmptySubsequences: false)
        // The header is on the first line.
        return zip(textLines, sourceLines.dropFirst()).map { text, source in
            let end = source.last == 0x0D ? source.endIndex - 1 : source.endIndex
            return (text.startIndex, offset + max(source.startIndex, end - text.count))
        }
    }
}
