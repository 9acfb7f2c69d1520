import Kustomize
import ManifestFacts
package import SourceText
import YAMLSyntax

/// One text of a policy as built, such as its pattern, and where it is written.
package struct PolicyText: Sendable {
    /// With its variables where their values are not known.
    package let text: String
    /// Whether nothing is left that Flux would fill in.
    package let isKnown: Bool
    /// The whole scalar, in the file or patch that brought it.
    package let location: SourceLocation
    /// The text as it is written before Flux fills in variables.
    package let written: String
    private let node: YAMLNode
    private let origin: TextOrigin

    /// Nil for no scalar, and for a null.
    init?(_ object: EffectiveObject, _ keys: [String]) {
        let built = object.node(keys)
        guard case .written(let node, let origin)? = built, !node.isNull, let written = node.text
        else { return nil }
        let field = object.field(at: built)
        self.node = node
        self.origin = origin
        self.written = written
        text = field.text ?? written
        isKnown = !field.isUnknown
        location = origin.location(of: node.span)
    }

    /// The location of a range of the text; the whole scalar where escapes or variables hide it.
    package func location(of range: Range<Int>) -> SourceLocation {
        span(of: range).map(origin.location) ?? location
    }

    /// Replaces some bytes of the text; nil where the scalar's style does not let that be done in
    /// place.
    package func edit(_ range: Range<Int>, to new: String) -> TextEdit? {
        span(of: range).flatMap { replacement(of: $0, with: new) }
    }

    /// Replaces all of the text as it is written, in the same way.
    package func editWritten(to new: String) -> TextEdit? {
        node.textSpan.flatMap { replacement(of: $0, with: new) }
    }

    /// Whether it is in a file, and not in a text that is part of one.
    var isInFile: Bool { origin.isFile }

    private func replacement(of span: SourceSpan, with new: String) -> TextEdit? {
        guard isInFile else { return nil }
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

    /// In the text that the scalar is part of.
    private func span(of range: Range<Int>) -> SourceSpan? {
        guard text == written, let span = node.textSpan, range.upperBound <= text.utf8.count else {
            return nil
        }
        return SourceSpan(span.lowerBound + range.lowerBound, span.lowerBound + range.upperBound)
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
