/// A half-open range of UTF-8 byte offsets in one file; empty for an insertion point.
///
/// `LineIndex` derives lines and columns for reports.
package struct SourceSpan: Codable, Hashable, Sendable {
    package let lowerBound: Int
    package let upperBound: Int

    package init(_ lowerBound: Int, _ upperBound: Int) {
        precondition(lowerBound >= 0 && lowerBound <= upperBound, "the bounds are out of order")
        self.lowerBound = lowerBound
        self.upperBound = upperBound
    }

    package init(_ range: Range<Int>) {
        self.init(range.lowerBound, range.upperBound)
    }

    package var range: Range<Int> { lowerBound..<upperBound }
    package var count: Int { upperBound - lowerBound }
    package var isEmpty: Bool { lowerBound == upperBound }

    package func contains(_ other: SourceSpan) -> Bool {
        lowerBound <= other.lowerBound && other.upperBound <= upperBound
    }

    package func overlaps(_ other: SourceSpan) -> Bool {
        lowerBound < other.upperBound && other.lowerBound < upperBound
    }
}

/// A span in a named file of the repository.
package struct SourceLocation: Codable, Hashable, Sendable {
    /// Relative to the repository's root, with forward slashes.
    package let path: String
    package let span: SourceSpan

    package init(path: String, span: SourceSpan) {
        self.path = path
        self.span = span
    }
}
