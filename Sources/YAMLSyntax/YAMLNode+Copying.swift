/// A text that takes the place of a scalar's, and how it would be written.
package struct YAMLScalar: Sendable {
    package let text: ArraySlice<UInt8>
    package let style: YAMLScalarStyle

    /// The only scalar of a text; nil for a text with another content, or with a tag.
    package init?(only text: [UInt8]) {
        guard let stream = try? YAMLStream(text), stream.documents.count == 1,
            case let root = stream.documents[0].root, root.kind == .scalar, root.tag == nil,
            let content = root.textBytes, let style = root.scalarStyle
        else { return nil }
        self.text = content
        self.style = style
    }
}

extension YAMLNode {
    /// A copy of this node and of those below it, with other texts for some scalars, keys included.
    ///
    /// All spans are those of the original. A scalar with another text has no `textSpan`, so that
    /// nothing is edited by it.
    ///
    /// Returns nil for an alias, and where an alias refers to a node outside.
    package func copy(replacing replacement: (YAMLNode) -> YAMLScalar?) -> YAMLNode? {
        let range = index..<Int(row.end)
        var rows = Array(tree.rows[range])
        var decoded: [UInt8] = []
        for (place, row) in rows.enumerated() {
            rows[place].parent = place == 0 ? -1 : row.parent - Int32(index)
            rows[place].end -= Int32(index)
            switch row.kind {
            case .alias:
                guard place > 0, range.contains(Int(row.valueLower)) else { return nil }
                rows[place].valueLower -= Int32(index)
                rows[place].valueUpper -= Int32(index)
            case .scalar:
                let new = replacement(YAMLNode(tree: tree, index: index + place))
                guard let text = new?.text ?? row.decodedText(in: tree) else { continue }
                rows[place].scalarStyle = new?.style ?? row.scalarStyle
                rows[place].traits.insert(.decoded)
                rows[place].valueLower = Int32(decoded.count)
                decoded += text
                rows[place].valueUpper = Int32(decoded.count)
            case .sequence, .mapping: break
            }
        }
        let tags = tree.tags.filter { range.contains($0.key) }.map { ($0.key - index, $0.value) }
        return YAMLNode(
            tree: YAMLTree(
                source: tree.source, rows: rows, decoded: decoded,
                tags: Dictionary(uniqueKeysWithValues: tags)),
            index: 0)
    }

    /// The number of nodes from this one down.
    package var nodeCount: Int { Int(row.end) - index }

    /// The scalars from this node down, keys included.
    package var scalars: some Sequence<YAMLNode> {
        (index..<Int(row.end)).lazy.map { YAMLNode(tree: tree, index: $0) }
            .filter { $0.kind == .scalar }
    }
}

extension YAMLTree.Row {
    /// Nil for a scalar whose text is in the source.
    fileprivate func decodedText(in tree: YAMLTree) -> ArraySlice<UInt8>? {
        isDecoded ? tree.decoded[Int(valueLower)..<Int(valueUpper)] : nil
    }
}
