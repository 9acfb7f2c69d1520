import SourceText
import YAMLSyntax

/// The edits that suspend or resume an object in its manifest, as that is laid out.
struct SuspensionEdit {
    /// The best one first: to resume, `spec.suspend` goes, else it becomes `false`.
    let candidates: [TextEdit]

    /// None where the layout leaves no safe place; `root` is the object as written.
    init(_ isSuspended: Bool, in root: YAMLNode, of source: [UInt8]) {
        guard let spec = root["spec"], spec.kind == .mapping, let key = spec.key,
            let first = spec.children.first(where: \.isKey),
            // What has an anchor may count elsewhere, too.
            !source[key.span.upperBound..<spec.span.lowerBound].contains(UInt8(ascii: "&"))
        else {
            candidates = []
            return
        }
        let value = isSuspended ? "true" : "false"
        if let written = spec["suspend"] {
            // A quoted or an aliased value is none of the API's, or is elsewhere.
            guard written.kind == .scalar, let text = written.textSpan, text == written.span else {
                candidates = []
                return
            }
            let removal = isSuspended ? nil : Self.removal(of: written, in: spec, of: source)
            candidates = [removal, TextEdit(span: text, replacement: value)].compactMap(\.self)
        } else {
            let addition =
                spec.collectionStyle == .flow
                ? Self.flowEdit(value, first, in: spec, of: source)
                : Self.blockEdit(value, first, below: key, of: source)
            candidates = [addition].compactMap(\.self)
        }
    }

    // MARK: Removal

    /// Takes the key away again; nil where a comment or another anchor would go with it, and where
    /// nothing would be left.
    private static func removal(
        of value: YAMLNode, in spec: YAMLNode, of source: [UInt8]
    ) -> TextEdit? {
        guard let key = value.key, key.parent == spec else { return nil }
        let keys = spec.children.filter(\.isKey)
        guard keys.count > 1, let place = keys.firstIndex(of: key) else { return nil }
        guard spec.collectionStyle == .flow else {
            return lineRemoval(from: key, to: value, source)
        }
        let isLast = place == keys.count - 1
        let start =
            isLast
            ? keys[place - 1].value?.span.upperBound ?? key.span.lowerBound : key.span.lowerBound
        let end = isLast ? value.span.upperBound : keys[place + 1].span.lowerBound
        let gaps = [start..<key.span.lowerBound, value.span.upperBound..<end]
        guard gaps.allSatisfy({ source[$0].allSatisfy(Self.flowSeparators.contains) }) else {
            return nil
        }
        return TextEdit(span: SourceSpan(start, end), replacement: "")
    }

    private static let flowSeparators: Set<UInt8> = [0x2C, 0x20, 0x0A, 0x0D]

    /// The line, where nothing else is in it.
    private static func lineRemoval(
        from key: YAMLNode, to value: YAMLNode, _ source: [UInt8]
    ) -> TextEdit? {
        let start = source.lineStart(of: key.span.lowerBound)
        let end = source.lineEnd(of: key.span.lowerBound)
        guard end >= value.span.upperBound,
            source[start..<key.span.lowerBound].allSatisfy({ $0 == 0x20 }),
            source[value.span.upperBound..<end].allSatisfy({ $0 == 0x20 })
        else { return nil }
        let lineBreak = source.lineBreak(at: end)
        // The last line of a file without a line break at its end takes the one before it along.
        let isOpen = lineBreak.isEmpty && start > 0
        let former = source[..<start].suffix(2) == [0x0D, 0x0A] ? 2 : 1
        return TextEdit(
            span: SourceSpan(isOpen ? start - former : start, lineBreak.upperBound),
            replacement: "")
    }

    // MARK: Addition

    /// A line of its own below `spec:`, as far in as the first key.
    private static func blockEdit(
        _ value: String, _ first: YAMLNode, below key: YAMLNode, of source: [UInt8]
    ) -> TextEdit? {
        let keyEnd = source.lineEnd(of: key.span.lowerBound)
        let indent = source[source.lineStart(of: first.span.lowerBound)..<first.span.lowerBound]
        guard indent.startIndex > keyEnd, indent.allSatisfy({ $0 == 0x20 }) else { return nil }
        let lineBreak = source[source.lineBreak(at: keyEnd).range]
        let text = indent + Array("suspend: \(value)".utf8) + lineBreak
        return TextEdit(at: lineBreak.endIndex, String(decoding: text, as: UTF8.self))
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
        return TextEdit(at: place, "\(quote)suspend\(quote): \(value),\(blanks)")
    }
}
