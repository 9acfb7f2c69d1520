/// A piece of one line, split into the text before, in and after a span.
///
/// Its size is limited, so that many findings on one very long line stay cheap to show.
package struct SourceExcerpt: Codable, Hashable, Sendable {
    package let before: String
    /// The span's part on its first line; empty for an insertion point.
    package let marked: String
    package let after: String
    /// Whether the line continues to the left of `before`.
    package private(set) var isCutBefore = false
    /// Whether the line continues to the right of `after`.
    package private(set) var isCutAfter = false
}

extension LineIndex {
    /// The first line of `span`, each part cut to about `limit` bytes.
    package func excerpt(of span: SourceSpan, limit: Int = 400) -> SourceExcerpt {
        let line = self.span(ofLine: lineNumber(at: span.lowerBound))
        let start = min(max(span.lowerBound, line.lowerBound), line.upperBound)
        let end = min(max(span.upperBound, start), line.upperBound)
        let first = scalarStart(before: start - limit, downTo: line.lowerBound)
        let markedEnd = min(end, scalarStart(before: start + limit, downTo: start))
        let afterLimit = markedEnd < end ? markedEnd : end + limit
        let last = min(line.upperBound, scalarStart(before: afterLimit, downTo: markedEnd))
        return SourceExcerpt(
            before: text(in: first..<start), marked: text(in: start..<markedEnd),
            after: text(in: markedEnd..<last),
            isCutBefore: first > line.lowerBound, isCutAfter: last < line.upperBound)
    }

    /// The last scalar boundary at or before `offset`, but at least `floor`.
    private func scalarStart(before offset: Int, downTo floor: Int) -> Int {
        guard offset < bytes.count else { return bytes.count }
        var start = max(offset, floor)
        while start > floor, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }

    private func text(in range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}
