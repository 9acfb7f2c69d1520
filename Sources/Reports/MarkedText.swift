import Rules
package import SourceText

/// Joins texts that end in a line break, with an empty line between them; leaves out empty ones.
package func paragraphs(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: "\n")
}

/// An error in a text: the message, the text, and carets under the wrong part.
package struct MarkedText {
    let text: String
    /// UTF-8 offsets within the text.
    let range: Range<Int>
    let message: String

    package init(text: String, range: Range<Int>, message: String) {
        self.text = text
        self.range = range
        self.message = message
    }

    package func text(in style: TextStyle) -> String {
        style.applied(.severity(.error), to: "error:") + " " + lines(in: style) + "\n"
    }

    /// The message, the line and the carets.
    package func lines(in style: TextStyle) -> String {
        let span = SourceSpan(range.lowerBound, range.upperBound)
        let view = ExcerptView(LineIndex(Array(text.utf8)).excerpt(of: span))
        return """
            \(message.visible)
              \(view.line)
              \(view.indent)\(style.applied(.severity(.error), to: view.carets))
            """
    }
}

extension JSONValue {
    /// An error in a text as JSON; the offset counts UTF-8 bytes from 0.
    package static func fault(_ message: String, offset: Int) -> JSONValue {
        ["message": .string(message), "offset": .integer(offset)]
    }
}

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
