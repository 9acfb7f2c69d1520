import SourceText
import YAMLSyntax

/// What becomes of the fields of a Kustomization that its version `v1` no longer has: `patches`
/// takes the patches, and nothing takes `validation`.
///
/// Source: the release notes of Flux 0.31 and 2.0, and `fluxcd/kustomize-controller` `api/v1`.
struct PatchMoves {
    private(set) var edits: [TextEdit] = []
    private(set) var descriptions: [String] = []
    private let source: [UInt8]
    private let lines: LineIndex

    /// Nil where there is no safe place for what has to move.
    init?(of spec: YAMLNode, gone: [String], in source: [UInt8]) {
        self.source = source
        let fields = gone.compactMap { spec[$0] }
        guard !fields.isEmpty else {
            lines = LineIndex([])
            return
        }
        lines = LineIndex(source)
        let lists = fields.filter { $0.key?.text != "validation" }
        guard spec.collectionStyle != .flow, lists.count <= 1,
            lists.isEmpty || spec["patches"] == nil
        else { return nil }
        for field in fields {
            guard let key = field.key, let name = key.text else { return nil }
            let isEmpty = field.kind == .sequence && !field.items.contains { _ in true }
            let isDone =
                name == "validation" || isEmpty
                ? drop(field, key: key) : move(field, key: key, name: name)
            guard isDone else { return nil }
        }
    }

    /// Takes the field's line away.
    private mutating func drop(_ field: YAMLNode, key: YAMLNode) -> Bool {
        let number = lines.lineNumber(at: key.span.lowerBound)
        let line = lines.span(ofLine: number)
        guard source[line.lowerBound..<key.span.lowerBound].allSatisfy({ $0 == 0x20 }),
            field.span.upperBound <= line.upperBound, number < lines.lineCount
        else { return false }
        let end = line.upperBound + lines.lineBreak(ofLine: number).utf8.count
        edits.append(TextEdit(span: SourceSpan(line.lowerBound, end), replacement: ""))
        descriptions.append("drop `\(key.text ?? "")`")
        return true
    }

    /// Renames the list, and makes texts of its patches.
    private mutating func move(_ list: YAMLNode, key: YAMLNode, name: String) -> Bool {
        guard list.kind == .sequence, list.collectionStyle != .flow,
            // What anchors and aliases mean ends where a text begins.
            !list.mentions(UInt8(ascii: "&")), !list.mentions(UInt8(ascii: "*"))
        else { return false }
        edits.append(TextEdit(span: key.span, replacement: "patches"))
        descriptions.append("move `\(name)` to `patches`")
        return list.items.allSatisfy { item in
            name == "patchesStrategicMerge" ? quote(item) : quoteOperations(of: item)
        }
    }

    /// `- kind: …` becomes `- patch: |` with the rest on lines of its own.
    private mutating func quote(_ item: YAMLNode) -> Bool {
        guard item.kind == .mapping, item.collectionStyle != .flow else { return false }
        let first = lines.lineNumber(at: item.span.lowerBound)
        let indent = item.span.lowerBound - lines.span(ofLine: first).lowerBound
        let head = "patch: |" + lines.lineBreak(ofLine: first) + blanks(indent + 2)
        edits.append(TextEdit(at: item.span.lowerBound, head))
        return shift(item, after: first, indent: indent)
    }

    /// `patch:` above operations becomes `patch: |`.
    private mutating func quoteOperations(of item: YAMLNode) -> Bool {
        guard let patch = item["patch"], let key = patch.key, item.collectionStyle != .flow else {
            return false
        }
        if patch.kind == .scalar { return true }
        let number = lines.lineNumber(at: key.span.lowerBound)
        let rest = source[key.span.upperBound..<lines.span(ofLine: number).upperBound]
        guard patch.collectionStyle != .flow, rest.elementsEqual(":".utf8) else { return false }
        edits.append(TextEdit(at: key.span.upperBound + 1, " |"))
        let indent = key.span.lowerBound - lines.span(ofLine: number).lowerBound
        return shift(patch, after: number, indent: indent)
    }

    /// Moves the lines of a node two columns to the right; false for lines that begin left of it.
    private mutating func shift(_ node: YAMLNode, after first: Int, indent: Int) -> Bool {
        // The end of a collection is that of its last scalar, where nothing but blanks follow.
        let text = source[..<node.span.upperBound]
        let end = text.lastIndex { ![0x20, 0x0A, 0x0D].contains($0) } ?? node.span.upperBound
        let last = lines.lineNumber(at: end)
        for number in stride(from: first + 1, through: last, by: 1) {
            let line = lines.span(ofLine: number)
            let content = source[line.range].drop { $0 == 0x20 }
            if content.isEmpty { continue }
            guard content.startIndex - line.lowerBound >= indent else { return false }
            edits.append(TextEdit(at: line.lowerBound, blanks(2)))
        }
        return true
    }

    private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}

extension TextEdit {
    fileprivate init(at offset: Int, _ text: String) {
        self.init(span: SourceSpan(offset, offset), replacement: text)
    }
}
