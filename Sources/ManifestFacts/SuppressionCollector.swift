import SourceText
import YAMLSyntax

/// Finds the comments of a stream that accept findings.
struct SuppressionCollector {
    private let source: [UInt8]
    private let objects: [ObjectFact]
    /// The comments that are or contain markers.
    private let markers: Set<SourceSpan>
    /// Comments above an item, which another comment in their block would disable.
    private let heads: Set<SourceSpan>
    /// The comments that hide a marker above their item.
    private let hiding: Set<SourceSpan>

    static func suppressions(
        in stream: YAMLStream, objects: [ObjectFact], markers: [MarkerFact]
    ) -> [SuppressionFact] {
        guard stream.source.contains(word: word) else { return [] }
        let collector = SuppressionCollector(
            source: stream.source, objects: objects, markers: Set(markers.map(\.span)),
            heads: Set(markers.filter(\.isAboveItem).map(\.span)),
            hiding: Set(markers.compactMap(\.hidingComment)))
        return stream.blocks(of: stream.comments).flatMap(collector.suppressions)
    }

    private static let word = Array("sluice".utf8)

    private func suppressions(in block: YAMLCommentBlock) -> [SuppressionFact] {
        let hasHead = block.comments.contains { heads.contains($0.span) }
        return block.comments.compactMap { comment in
            guard let reading = SuppressionParser.reading(ofComment: source[comment.span.range])
            else { return nil }
            return SuppressionFact(
                form: .comment, span: comment.span,
                reading: hasHead || isBesideMarker(comment) ? .malformed(.besideMarker) : reading,
                scope: scope(of: comment, in: block),
                object: object(at: comment.span.lowerBound))
        }
    }

    /// The line of a comment at the end of a line; for one on a line of its own, the rest of its
    /// block of comments and the line below.
    private func scope(of comment: YAMLComment, in block: YAMLCommentBlock) -> SourceSpan {
        guard comment.isAlone, let last = block.comments.last else {
            return SourceSpan(lineStart(before: comment.span.lowerBound), comment.span.upperBound)
        }
        let start = comment.span.upperBound
        guard !block.isDetached else { return SourceSpan(start, last.span.upperBound) }
        return SourceSpan(start, source.lineEnd(after: nextLine(after: last.span.upperBound)))
    }

    /// Whether a marker is in the same comment, or at the same item and hidden by this one.
    private func isBesideMarker(_ comment: YAMLComment) -> Bool {
        markers.contains(comment.span) || hiding.contains(comment.span)
            || source[comment.span.range].firstIndex(of: "\"$imagepolicy\"") != nil
    }

    /// The object in or above whose successor the offset is; objects ascend by their spans.
    private func object(at offset: Int) -> ObjectIdentity? {
        var (low, high) = (0, objects.count)
        while low < high {
            let middle = (low + high) / 2
            if objects[middle].span.lowerBound <= offset { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? objects[low - 1].identity : nil
    }

    // MARK: Lines

    private func lineStart(before offset: Int) -> Int {
        var start = offset
        while start > 0, !source[start - 1].isLineBreak { start -= 1 }
        return start
    }

    private func nextLine(after offset: Int) -> Int {
        let end = source.lineEnd(after: offset)
        guard end < source.count else { return end }
        return source.holds([0x0D, 0x0A], at: end) ? end + 2 : end + 1
    }
}

extension MarkerFact {
    fileprivate var isAboveItem: Bool {
        if case .comment(.head) = placement { true } else { false }
    }
}

extension SuppressionFact {
    /// The suppressions in an object's annotation, one for each line.
    static func annotations(of object: ObjectNode, in source: [UInt8]) -> [SuppressionFact] {
        AnnotationLine.lines(of: annotation, on: object, in: source).map { line in
            let reading = SuppressionParser.reading(ofAnnotationLine: line.text)
            return SuppressionFact(
                form: .annotation, span: line.span,
                reading: line.isAsWritten ? reading : reading.moved(to: line.span),
                // A comment may follow the object's last value.
                scope: SourceSpan(
                    object.fact.span.lowerBound, source.lineEnd(after: object.fact.span.upperBound)),
                object: object.identity)
        }
    }
}

extension SuppressionReading {
    /// The same where the text has other offsets than its source.
    fileprivate func moved(to span: SourceSpan) -> SuppressionReading {
        guard case .statement(let statement) = self else { return self }
        return .statement(
            SuppressionStatement(
                rules: statement.rules.map { LocatedText(text: $0.text, span: span) },
                reason: LocatedText(text: statement.reason.text, span: span),
                until: statement.until.map { LocatedText(text: $0.text, span: span) }))
    }
}

extension [UInt8] {
    fileprivate func lineEnd(after offset: Int) -> Int {
        self[offset...].firstIndex { $0.isLineBreak } ?? count
    }
}

extension UInt8 {
    fileprivate var isLineBreak: Bool { self == 0x0A || self == 0x0D }
}
