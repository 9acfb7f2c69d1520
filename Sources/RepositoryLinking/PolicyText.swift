import ManifestFacts
package import SourceText
package import YAMLSyntax

/// One text of a policy, such as its pattern, and where it is written.
package struct PolicyText: Sendable {
    package let text: String
    package let node: YAMLNode
    package let path: String

    /// Nil for no scalar, and for a null.
    init?(_ node: YAMLNode?, path: String) {
        guard let node, let text = node.text, !node.isNull else { return nil }
        self.text = text
        self.node = node
        self.path = path
    }

    /// The whole scalar.
    package var location: SourceLocation { SourceLocation(path: path, span: node.span) }

    /// Where these bytes of the text stand; the whole scalar where escapes hide it.
    package func location(of range: Range<Int>) -> SourceLocation {
        span(of: range).map { SourceLocation(path: path, span: $0) } ?? location
    }

    /// Replaces some bytes of the text; nil where the scalar's style does not let that be done in
    /// place.
    package func edit(_ range: Range<Int>, to new: String) -> TextEdit? {
        guard let span = span(of: range) else { return nil }
        switch node.scalarStyle {
        case .singleQuoted where !new.contains("'"): return TextEdit(span: span, replacement: new)
        case .doubleQuoted where !new.contains("\""):
            let escaped = new.map { $0 == "\\" ? #"\\"# : String($0) }.joined()
            return TextEdit(span: span, replacement: escaped)
        case .plain where !isInFlow && !new.contains(where: { " :#".contains($0) }):
            return TextEdit(span: span, replacement: new)
        default: return nil
        }
    }

    private func span(of range: Range<Int>) -> SourceSpan? {
        guard let written = node.textSpan, range.upperBound <= text.utf8.count else { return nil }
        return SourceSpan(
            written.lowerBound + range.lowerBound, written.lowerBound + range.upperBound)
    }

    /// Brackets and commas end a plain scalar there.
    private var isInFlow: Bool {
        var above = node.parent
        while let node = above {
            if node.collectionStyle == .flow { return true }
            above = node.parent
        }
        return false
    }
}
