import SourceText
import YAMLSyntax

/// The edits for fields of a Flux Kustomization that `v1` no longer has: patches move to `patches`,
/// and `validation` is dropped.
///
/// Source: the release notes of Flux 0.31 and 2.0, and `fluxcd/kustomize-controller` `api/v1`.
struct PatchMoves {
    private(set) var edits: [TextEdit] = []
    private(set) var descriptions: [String] = []
    private let source: [UInt8]

    /// Nil if the fields cannot be moved safely.
    init?(of spec: YAMLNode, gone: [String], in source: [UInt8]) {
        self.source = source
        let fields = gone.compactMap { spec[$0] }
        guard !fields.isEmpty else { return }
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

    /// Removes the field's line.
    private mutating func drop(_ field: YAMLNode, key: YAMLNode) -> Bool {
        let start = source.lineStart(of: key.span.lowerBound)
        let end = source.lineEnd(of: key.span.lowerBound)
        guard source[start..<key.span.lowerBound].allSatisfy({ $0 == 0x20 }),
            field.span.upperBound <= end
        else { return false }
        edits.append(
            TextEdit(
                span: SourceSpan(start, source.lineBreak(at: end).upperBound), replacement: ""))
        descriptions.append("drop `\(key.text ?? "")`")
        return true
    }

    /// Renames the list, and turns its patches into block scalars.
    private mutating func move(_ list: YAMLNode, key: YAMLNode, name: String) -> Bool {
        guard list.kind == .sequence, list.collectionStyle != .flow,
            // Anchors and aliases have no meaning inside a block scalar.
            !list.mentions(UInt8(ascii: "&")), !list.mentions(UInt8(ascii: "*"))
        else { return false }
        edits.append(TextEdit(span: key.span, replacement: "patches"))
        descriptions.append("move `\(name)` to `patches`")
        return list.items.allSatisfy { item in
            name == "patchesStrategicMerge" ? quote(item) : quoteOperations(of: item)
        }
    }

    /// Turns `- kind: …` into `- patch: |` with the object on the lines below.
    private mutating func quote(_ item: YAMLNode) -> Bool {
        guard item.kind == .mapping, item.collectionStyle != .flow else { return false }
        let start = item.span.lowerBound
        let indent = start - source.lineStart(of: start)
        let head = "patch: |" + source.lineBreakText(of: start) + blanks(indent + 2)
        edits.append(TextEdit(at: start, head))
        return shift(item, below: start, indent: indent)
    }

    /// Turns `patch:` above operations into `patch: |`.
    private mutating func quoteOperations(of item: YAMLNode) -> Bool {
        guard let patch = item["patch"], let key = patch.key, item.collectionStyle != .flow else {
            return false
        }
        if patch.kind == .scalar { return true }
        let start = key.span.lowerBound
        let rest = source[key.span.upperBound..<source.lineEnd(of: start)]
        guard patch.collectionStyle != .flow, rest.elementsEqual(":".utf8) else { return false }
        edits.append(TextEdit(at: key.span.upperBound + 1, " |"))
        return shift(patch, below: start, indent: start - source.lineStart(of: start))
    }

    /// Indents the node's lines below the line of `offset` by two more columns; false if one of
    /// them is indented by less than `indent`.
    private mutating func shift(_ node: YAMLNode, below offset: Int, indent: Int) -> Bool {
        var start = source.lineBreak(at: source.lineEnd(of: offset)).upperBound
        while start < node.span.upperBound {
            let end = source.lineEnd(of: start)
            let content = source[start..<end].drop { $0 == 0x20 }
            if !content.isEmpty {
                // A collection ends in the line below its last item.
                if content.startIndex >= node.span.upperBound { break }
                guard content.startIndex - start >= indent else { return false }
                edits.append(TextEdit(at: start, blanks(2)))
            }
            let next = source.lineBreak(at: end).upperBound
            guard next > start else { break }
            start = next
        }
        return true
    }

    private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
