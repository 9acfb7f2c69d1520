import ManifestFacts
import SourceText
import YAMLSyntax

/// The annotation `sluice.dev/hold` of an object as written, one hold a line, the newest first.
struct HoldAnnotation {
    let root: YAMLNode
    let source: [UInt8]

    private var metadata: YAMLNode? { root["metadata"] }
    private var annotations: YAMLNode? { metadata?["annotations"] }
    private var node: YAMLNode? { annotations?[HoldFact.annotation] }

    /// Puts a line in front; nil where the layout leaves no safe place.
    func adding(_ line: String) -> TextEdit? {
        if let node { return adding(line, to: node) }
        let quoted = Self.doubleQuoted(line)
        if let annotations {
            return MappingEdits(mapping: annotations, source: source).adding(
                .init(
                    key: HoldFact.annotation,
                    lines: ["\(HoldFact.annotation): |", "  \(line)"], flowValue: quoted))
        }
        return metadata.flatMap { metadata in
            MappingEdits(mapping: metadata, source: source).adding(
                .init(
                    key: "annotations",
                    lines: ["annotations:", "  \(HoldFact.annotation): |", "    \(line)"],
                    flowValue: "{ \"\(HoldFact.annotation)\": \(quoted) }"))
        }
    }

    private func adding(_ line: String, to node: YAMLNode) -> TextEdit? {
        guard node.kind == .scalar, !node.isAnchored(in: source), let text = node.text else {
            return nil
        }
        guard node.scalarStyle == .literal else { return replacing(node, by: line + "\n" + text) }
        let place = source.lineBreak(at: source.lineEnd(of: node.span.lowerBound)).upperBound
        let indent = source[place..<max(place, node.span.upperBound)].prefix { $0 == 0x20 }
        guard !indent.isEmpty else { return nil }
        return TextEdit(
            at: place,
            String(decoding: indent, as: UTF8.self) + line
                + source.lineBreakText(of: node.span.lowerBound))
    }

    /// Takes a line away, with the annotation if no other is left; nil where the layout leaves no
    /// safe way.
    func removing(_ line: String) -> TextEdit? {
        guard let node, let text = node.text else { return nil }
        let lines = text.split(whereSeparator: \.isNewline).filter {
            !$0.allSatisfy(\.isWhitespace)
        }
        guard let place = lines.firstIndex(where: { $0.trimmingBlanks == line }) else { return nil }
        if lines.count == 1 { return removal }
        guard node.scalarStyle == .literal else {
            var rest = lines
            rest.remove(at: place)
            return replacing(node, by: rest.joined(separator: "\n"))
        }
        let bytes = Array(line.utf8)
        var start = source.lineBreak(at: source.lineEnd(of: node.span.lowerBound)).upperBound
        while start < node.span.upperBound {
            let end = source.lineEnd(of: start)
            let next = source.lineBreak(at: end).upperBound
            let content = source[start..<end].drop { $0 == 0x20 }
            if content.starts(with: bytes),
                content.dropFirst(bytes.count).allSatisfy({ $0 == 0x20 })
            {
                return TextEdit(span: SourceSpan(start, next), replacement: "")
            }
            guard next > start else { return nil }
            start = next
        }
        return nil
    }

    private var removal: TextEdit? {
        guard let metadata, let annotations, let key = node?.key else { return nil }
        if annotations.children.filter(\.isKey).count == 1, let key = annotations.key {
            return MappingEdits(mapping: metadata, source: source).removing(key)
        }
        return MappingEdits(mapping: annotations, source: source).removing(key)
    }

    private func replacing(_ node: YAMLNode, by text: String) -> TextEdit? {
        switch node.scalarStyle {
        case .plain, .singleQuoted, .doubleQuoted:
            TextEdit(span: node.span, replacement: Self.doubleQuoted(text))
        case .literal, .folded, nil: nil
        }
    }

    private static func doubleQuoted(_ text: String) -> String {
        let escaped = text.map { character in
            switch character {
            case "\\": #"\\"#
            case "\"": #"\""#
            case "\n": #"\n"#
            default: String(character)
            }
        }
        return "\"\(escaped.joined())\""
    }
}

extension Substring {
    fileprivate var trimmingBlanks: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        let blanks = start.reversed().prefix { $0 == " " || $0 == "\t" }.count
        return start.dropLast(blanks)
    }
}
