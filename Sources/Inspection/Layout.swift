import Reports
import Rules
import SourceText

/// Parts with a blank line between them; empty ones are left out.
func paragraphs(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: "\n")
}

/// A text that is wrong at one place: what is wrong, the text, and carets under the place.
struct MarkedText {
    let text: String
    /// UTF-8 offsets within the text.
    let range: Range<Int>
    let message: String

    func text(in style: TextStyle) -> String {
        let span = SourceSpan(range.lowerBound, range.upperBound)
        let view = ExcerptView(LineIndex(Array(text.utf8)).excerpt(of: span))
        let role = TextStyle.Role.severity(.error)
        return """
            \(style.applied(role, to: "error:")) \(message.visible)
              \(view.line)
              \(view.indent)\(style.applied(role, to: view.carets))

            """
    }
}

extension JSONValue {
    /// What is wrong with a text; the offset counts UTF-8 bytes from 0.
    static func fault(_ message: String, offset: Int) -> JSONValue {
        ["message": .string(message), "offset": .integer(offset)]
    }
}
