import Rules
import SourceText

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
