package import SourceText

/// An excerpt laid out for a terminal: the line, and carets under its marked part.
///
/// A long line is cut around the marked part, and `…` marks where text is missing.
package struct ExcerptView {
    private static let lineColumns = 120
    private static let markedColumns = 80
    /// The columns that the text after the marked part gets even if the text before it is cut.
    private static let afterColumns = 20

    package let line: String
    /// The spaces in front of the carets.
    package let indent: String
    /// One for each column of the marked part; at least one, also at an insertion point.
    package let carets: String

    package init(_ excerpt: SourceExcerpt) {
        let before = VisibleText(excerpt.before, expandsTabs: true)
        let marked = VisibleText(excerpt.marked, expandsTabs: true)
        let after = VisibleText(excerpt.after, expandsTabs: true)

        let shownMarked = marked.prefix(columns: Self.markedColumns)
        let isMarkedCut = shownMarked.width < marked.width
        let room = Self.lineColumns - shownMarked.width
        let shownBefore = before.suffix(columns: room - min(after.width, Self.afterColumns))
        let shownAfter = after.prefix(columns: isMarkedCut ? 0 : room - shownBefore.width)

        let isCutBefore = excerpt.isCutBefore || shownBefore.width < before.width
        let isCutAfter =
            excerpt.isCutAfter || isMarkedCut || shownAfter.width < after.width
        let head = (isCutBefore ? "…" : "") + shownBefore.text
        line = head + shownMarked.text + shownAfter.text + (isCutAfter ? "…" : "")
        indent = String(repeating: " ", count: shownBefore.width + (isCutBefore ? 1 : 0))
        carets = String(repeating: "^", count: max(shownMarked.width, 1))
    }
}
