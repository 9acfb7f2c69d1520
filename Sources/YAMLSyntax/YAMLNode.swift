package import SourceText

/// One node of a YAML text, with its location.
///
/// Properties about the content of an alias are those of its target, which costs nothing; its
/// span is its own.
package struct YAMLNode: Hashable, Sendable {
    package enum Kind: UInt8, Sendable {
        case scalar
        case sequence
        case mapping
        case alias
    }

    let tree: YAMLTree
    /// The row in the tree.
    let index: Int

    init(tree: YAMLTree, index: Int) {
        self.tree = tree
        self.index = index
    }

    package static func == (left: YAMLNode, right: YAMLNode) -> Bool {
        left.tree === right.tree && left.index == right.index
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(tree))
        hasher.combine(index)
    }

    var row: YAMLTree.Row { tree.rows[index] }

    package var kind: Kind { row.kind }

    /// The content without anchor and tag; for a scalar with its quotes or block header.
    ///
    /// A block scalar's span includes trailing blank lines.
    package var span: SourceSpan { SourceSpan(Int(row.lower), Int(row.upper)) }

    /// The target of an alias; any other node itself.
    package var resolved: YAMLNode {
        YAMLNode(tree: tree, index: row.target(of: index))
    }

    /// The kind of `resolved`; never an alias.
    package var resolvedKind: Kind { content.kind }

    /// The row of `resolved`.
    private var content: YAMLTree.Row { tree.rows[row.target(of: index)] }

    package var parent: YAMLNode? {
        row.parent < 0 ? nil : YAMLNode(tree: tree, index: Int(row.parent))
    }

    /// Whether the node is a key of a mapping.
    package var isKey: Bool { row.isKey }

    /// The key of this value; nil for keys, items and roots.
    package var key: YAMLNode? {
        guard let parent, parent.kind == .mapping, !row.isKey else { return nil }
        // The row before the value is its key or the last descendant of the key.
        var key = index - 1
        while Int(tree.rows[key].parent) != parent.index { key = Int(tree.rows[key].parent) }
        return YAMLNode(tree: tree, index: key)
    }

    /// The value of this key; nil for any other node.
    package var value: YAMLNode? {
        row.isKey ? YAMLNode(tree: tree, index: Int(row.end)) : nil
    }

    /// Whether the source of the node, comments included, contains a byte.
    package func mentions(_ byte: UInt8) -> Bool { tree.source[span.range].contains(byte) }

    /// An explicit tag as resolved, such as `tag:yaml.org,2002:str`.
    package var tag: String? { tree.tags.isEmpty ? nil : tree.tags[index] }

    package var collectionStyle: YAMLCollectionStyle { row.collectionStyle }
}

// MARK: Scalars

extension YAMLNode {
    package var scalarStyle: YAMLScalarStyle? {
        let row = content
        return row.kind == .scalar ? row.scalarStyle : nil
    }

    /// A scalar's text, with escapes and folding decoded; nil for a collection.
    package var text: String? {
        guard let bytes = textBytes else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `text`, in UTF-8.
    package var textBytes: ArraySlice<UInt8>? {
        let row = content
        guard row.kind == .scalar else { return nil }
        let range = Int(row.valueLower)..<Int(row.valueUpper)
        return row.isDecoded ? tree.decoded[range] : tree.source[range]
    }

    /// The length of `textBytes`.
    package var textCount: Int? {
        let row = content
        return row.kind == .scalar ? Int(row.valueUpper - row.valueLower) : nil
    }

    /// The span of the text in the source; nil if escapes or folding change it, or for an alias.
    package var textSpan: SourceSpan? {
        guard row.kind == .scalar, !row.isDecoded else { return nil }
        return SourceSpan(Int(row.valueLower), Int(row.valueUpper))
    }

    /// Whether the node is a scalar with exactly this text.
    package func hasText(_ text: String) -> Bool {
        tree.hasText(text.utf8Span.span, at: index)
    }
}

extension YAMLTree {
    /// Whether the node of a row is a scalar with exactly this text.
    fileprivate func hasText(_ text: Span<UInt8>, at index: Int) -> Bool {
        let row = rows[rows[index].target(of: index)]
        guard row.kind == .scalar else { return false }
        let bytes = row.isDecoded ? decoded : source
        return bytes.span.extracting(Int(row.valueLower)..<Int(row.valueUpper)).equals(text)
    }

    /// The rows of a key's value in a mapping and, unless that is found first, of the value of the
    /// first merge key; both nil for a node of another kind.
    ///
    /// By row numbers instead of nodes, because this is called more often than anything else.
    fileprivate func value(of key: Span<UInt8>, in mapping: Int) -> (own: Int?, merged: Int?) {
        guard rows[mapping].kind == .mapping else { return (nil, nil) }
        var merged: Int?
        var name = mapping + 1
        while name < Int(rows[mapping].end) {
            let value = Int(rows[name].end)
            // An alias has no length of its own.
            let length = rows[name].valueUpper - rows[name].valueLower
            if length == key.count || length == 0, hasText(key, at: name) { return (value, merged) }
            if length == 2 || length == 0, merged == nil, hasText("<<".utf8Span.span, at: name) {
                merged = value
            }
            name = Int(rows[value].end)
        }
        return (nil, merged)
    }
}

// MARK: Collections

extension YAMLNode {
    /// The items of a sequence, or alternately the keys and values of a mapping; else empty.
    package var children: YAMLChildren {
        let first = row.target(of: index) + 1
        let isCollection = resolvedKind == .mapping || resolvedKind == .sequence
        return YAMLChildren(
            tree: tree, position: first, end: isCollection ? Int(content.end) : first)
    }

    /// The items of a sequence; empty for a node of another kind.
    package var items: YAMLChildren {
        resolvedKind == .sequence ? children : YAMLChildren(tree: tree, position: 0, end: 0)
    }

    /// The keys and values of a mapping as written, without merged ones; empty for another kind.
    package var pairs: YAMLPairs {
        YAMLPairs(
            children: resolvedKind == .mapping
                ? children : YAMLChildren(tree: tree, position: 0, end: 0))
    }

    /// The keys, and their values that are not scalars, of all mappings from this node down, in
    /// text order; without those inside of keys.
    package var keysOfCollections: YAMLKeysOfCollections {
        YAMLKeysOfCollections(tree: tree, position: index, end: Int(row.end))
    }

    /// The keys that repeat an earlier one of the mapping, which YAML forbids and libyaml accepts.
    package var repeatedKeys: Set<YAMLNode> {
        // Skips the hashing of keys for most mappings, by 64 classes of length and letters.
        var seenClasses: UInt64 = 0
        let mayRepeat = pairs.contains { key, _ in
            guard let text = key.textBytes else { return false }
            let first = Int(text.first ?? 0)
            let last = Int(text.last ?? 0)
            let keyClass: UInt64 = 1 << UInt64((text.count + 3 * first + 7 * last) & 63)
            defer { seenClasses |= keyClass }
            return seenClasses & keyClass != 0
        }
        guard mayRepeat else { return [] }
        var seen: Set<ArraySlice<UInt8>> = []
        var repeated: Set<YAMLNode> = []
        for (key, _) in pairs {
            guard let text = key.textBytes else { continue }
            if !seen.insert(text).inserted { repeated.insert(key) }
        }
        return repeated
    }

    /// The value of a key in a mapping: its own, otherwise one from a merge key (`<<`).
    ///
    /// Of two equal keys the first is used, as in Flux.
    package subscript(key: String) -> YAMLNode? {
        value(of: key, mergeDepth: 0)
    }

    private func value(of key: String, mergeDepth: Int) -> YAMLNode? {
        let (value, merge) = tree.value(of: key.utf8Span.span, in: row.target(of: index))
        if let value { return YAMLNode(tree: tree, index: value) }
        // Merges may be nested, but a mapping that merges itself must not loop.
        guard let merge, mergeDepth < 8 else { return nil }
        let merged = YAMLNode(tree: tree, index: merge)
        if merged.resolvedKind == .mapping {
            return merged.value(of: key, mergeDepth: mergeDepth + 1)
        }
        for item in merged.items {
            if let value = item.value(of: key, mergeDepth: mergeDepth + 1) { return value }
        }
        return nil
    }

    /// The node at the end of a path of keys.
    package subscript(path keys: String...) -> YAMLNode? {
        var node: YAMLNode? = self
        for key in keys { node = node?[key] }
        return node
    }
}

/// The children of one collection, in order.
package struct YAMLChildren: Sequence, IteratorProtocol {
    let tree: YAMLTree
    var position: Int
    let end: Int

    package var isEmpty: Bool { position >= end }

    package mutating func next() -> YAMLNode? {
        guard position < end else { return nil }
        defer { position = Int(tree.rows[position].end) }
        return YAMLNode(tree: tree, index: position)
    }
}

/// The keys of all mappings in one part of a text whose values are not scalars.
package struct YAMLKeysOfCollections: Sequence, IteratorProtocol {
    let tree: YAMLTree
    var position: Int
    let end: Int

    package mutating func next() -> (key: YAMLNode, value: YAMLNode)? {
        let rows = tree.rows
        while position < end {
            let key = position
            position = rows[key].isKey ? Int(rows[key].end) : key + 1
            if rows[key].isKey, rows[position].kind != .scalar {
                return (
                    YAMLNode(tree: tree, index: key), YAMLNode(tree: tree, index: position)
                )
            }
        }
        return nil
    }
}

/// The keys and values of one mapping, in order.
package struct YAMLPairs: Sequence, IteratorProtocol {
    var children: YAMLChildren

    package mutating func next() -> (key: YAMLNode, value: YAMLNode)? {
        guard let key = children.next(), let value = children.next() else { return nil }
        return (key, value)
    }
}

extension YAMLStream {
    /// Returns the plain scalar that contains a span; nil if there is none.
    ///
    /// Cost: linear in the number of nodes.
    package func plainScalar(containing span: SourceSpan) -> YAMLNode? {
        let index = tree.rows.firstIndex { row in
            row.kind == .scalar && row.scalarStyle == .plain && Int(row.lower) <= span.lowerBound
                && Int(row.upper) >= span.upperBound
        }
        return index.map { YAMLNode(tree: tree, index: $0) }
    }

    /// Returns the scalar with exactly this span; nil if there is none.
    ///
    /// Cost: linear in the number of nodes.
    package func scalar(at span: SourceSpan) -> YAMLNode? {
        let index = tree.rows.firstIndex { row in
            row.kind == .scalar && Int(row.lower) == span.lowerBound
                && Int(row.upper) == span.upperBound
        }
        return index.map { YAMLNode(tree: tree, index: $0) }
    }
}
