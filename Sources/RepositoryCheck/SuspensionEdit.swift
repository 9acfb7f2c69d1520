import ManifestFacts
import SourceText
import YAMLSyntax

/// The edit that gives `spec.suspend` of an object a value, as its manifest is laid out.
struct SuspensionEdit {
    let edit: TextEdit

    /// Nil where the layout leaves no safe place; `root` is the object as written.
    init?(_ isSuspended: Bool, in root: YAMLNode, of source: [UInt8]) {
        guard let spec = root["spec"], spec.kind == .mapping, let key = spec.key,
            let first = spec.children.first(where: \.isKey),
            // What has an anchor may count elsewhere, too.
            !source[key.span.upperBound..<spec.span.lowerBound].contains(UInt8(ascii: "&"))
        else { return nil }
        let value = isSuspended ? "true" : "false"
        if let written = spec["suspend"] {
            // A quoted or an aliased value is none of the API's, or stands elsewhere.
            guard written.kind == .scalar, let text = written.textSpan, text == written.span else {
                return nil
            }
            edit = TextEdit(span: text, replacement: value)
        } else if spec.collectionStyle == .flow {
            guard let edit = Self.flowEdit(value, first, in: spec, of: source) else { return nil }
            self.edit = edit
        } else {
            guard let edit = Self.blockEdit(value, first, below: key, of: source) else {
                return nil
            }
            self.edit = edit
        }
    }

    /// A line of its own below `spec:`, as far in as the first key.
    private static func blockEdit(
        _ value: String, _ first: YAMLNode, below key: YAMLNode, of source: [UInt8]
    ) -> TextEdit? {
        let lines = LineIndex(source)
        let keyLine = lines.span(ofLine: lines.lineNumber(at: key.span.lowerBound))
        let firstLine = lines.span(ofLine: lines.lineNumber(at: first.span.lowerBound))
        let indent = source[firstLine.lowerBound..<first.span.lowerBound]
        guard firstLine.lowerBound > keyLine.upperBound, indent.allSatisfy({ $0 == 0x20 }) else {
            return nil
        }
        let rest = source[keyLine.upperBound...]
        let lineBreak = rest.prefix { $0 == 0x0D || $0 == 0x0A }.prefix(
            rest.starts(with: [0x0D, 0x0A]) ? 2 : 1)
        let text = indent + Array("suspend: \(value)".utf8) + lineBreak
        let place = lineBreak.endIndex
        return TextEdit(
            span: SourceSpan(place, place), replacement: String(decoding: text, as: UTF8.self))
    }

    /// The first member, with the blanks and the quotes of the one that was.
    private static func flowEdit(
        _ value: String, _ first: YAMLNode, in spec: YAMLNode, of source: [UInt8]
    ) -> TextEdit? {
        let place = first.span.lowerBound
        let gap = source[(spec.span.lowerBound + 1)..<place]
        guard gap.allSatisfy({ [0x20, 0x0A, 0x0D].contains($0) }) else { return nil }
        let quote = source[place] == UInt8(ascii: "\"") ? "\"" : ""
        let blanks = gap.isEmpty ? " " : String(decoding: gap, as: UTF8.self)
        return TextEdit(
            span: SourceSpan(place, place),
            replacement: "\(quote)suspend\(quote): \(value),\(blanks)")
    }
}
