package import SourceText
package import YAMLSyntax

/// A scalar's text and where it is.
package struct LocatedText: Hashable, Sendable {
    package let text: String
    /// The scalar as written, with its quotes.
    package let span: SourceSpan

    package init(text: String, span: SourceSpan) {
        self.text = text
        self.span = span
    }

    /// The node's text; nil for a collection, and for a null.
    package init?(_ node: YAMLNode?) {
        guard let node, let text = node.text, !node.isNull else { return nil }
        self.init(text: text, span: node.span)
    }
}

extension YAMLNode {
    /// Whether this is an unquoted scalar that YAML reads as null.
    package var isNull: Bool {
        guard scalarStyle == .plain, tag == nil else { return false }
        return switch textCount {
        case 0: true
        case 1: hasText("~")
        case 4: hasText("null")
        default: false
        }
    }

    /// The text of the scalar under a key; nil where it is absent, null or a collection.
    package func string(_ key: String) -> String? {
        LocatedText(self[key])?.text
    }

    package func located(_ key: String) -> LocatedText? {
        LocatedText(self[key])
    }
}
