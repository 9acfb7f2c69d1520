package import SourceText

/// One node of a YAML text: a value that knows where it is written.
///
/// Questions about the content of an alias answer for its target, so an alias costs nothing; its
/// span stays its own.
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

    /// The content without anchor and tag; a scalar with its quotes or block header.
    ///
    /// A block scalar's span runs on over trailing blank lines.
    package var span: SourceSpan { SourceSpan(Int(row.lower), Int(row.upper)) }

    /// The alias's target; the node itself if it is none.
    package var resolved: YAMLNode {
        YAMLNode(tree: tree, index: row.target(of: index))
    }

    /// The kind of what `resolved` is; never an alias.
    package var resolvedKind: Kind { content.kind }

    /// The row of what `resolved` is.
    private var content: YAMLTree.Row { tree.rows[row.target(of: index)] }

    package var parent: YAMLNode? {
        row.parent < 0 ? nil : YAMLNode(tree: tree, index: Int(row.parent))
    }

    /// Whether this is a mapping's key.
    package var isKey: Bool { row.isKey }

    /// The key whose value this node is; nil for keys, items and roots.
    package var key: YAMLNode? {
        guard let parent, parent.kind == .mapping, !row.isKey else { return nil }
        // Before the value stands its key, or the last of what is in the key.
        var key = index - 1
        while Int(tree.rows[key].parent) != parent.index { key = Int(tree.rows[key].parent) }
        return YAMLNode(tree: tree, index: key)
    }

    /// The value of which this node is the key; nil for any other node.
    package var value: YAMLNode? {
        row.isKey ? YAMLNode(tree: tree, index: Int(row.end)) : nil
    }

    /// Whether a byte stands somewhere in what is written, comments included.
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

    /// A scalar's text with escapes and folding undone; nil for a collection.
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

    /// How many bytes that is.
    package var textCount: Int? {
        let row = content
        return row.kind == .scalar ? Int(row.valueUpper - row.valueLower) : nil
    }

    /// Where the text's bytes stand in the source; nil where escapes, folding or an alias part
    /// the text from its source.
    package var textSpan: SourceSpan? {
        guard row.kind == .scalar, !row.isDecoded else { return nil }
        return SourceSpan(Int(row.valueLower), Int(row.valueUpper))
    }

    /// Whether this is a scalar of exactly that text.
    package func hasText(_ text: String) -> Bool {
        tree.hasText(text.utf8Span.span, at: index)
    }
}

extension YAMLTree {
    /// Whether the node of a row is a scalar of exactly that text.
    fileprivate func hasText(_ text: Span<UInt8>, at index: Int) -> Bool {
        let row = rows[rows[index].target(of: index)]
        guard row.kind == .scalar else { return false }
        let bytes = row.isDecoded ? decoded : source
        return bytes.span.extracting(Int(row.valueLower)..<Int(row.valueUpper)).equals(text)
    }

    /// The rows of a key's value in a mapping and, unless that is found before, of what its first
    /// merge key brings in; nil where there is none, and for another kind of node.
    ///
    /// By row numbers, because this is asked more often than anything else.
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
    /// The children of a sequence, or of a mapping with keys and values in turn, or none.
    package var children: YAMLChildren {
        let first = row.target(of: index) + 1
        let isCollection = resolvedKind == .mapping || resolvedKind == .sequence
        return YAMLChildren(
            tree: tree, position: first, end: isCollection ? Int(content.end) : first)
    }

    /// A sequence's items; none for another kind of node.
    package var items: YAMLChildren {
        resolvedKind == .sequence ? children : YAMLChildren(tree: tree, position: 0, end: 0)
    }

    /// A mapping's keys and values as written, without merged ones; none for another kind.
    package var pairs: YAMLPairs {
        YAMLPairs(
            children: resolvedKind == .mapping
                ? children : YAMLChildren(tree: tree, position: 0, end: 0))
    }

    /// The keys of all mappings from this node down, in the order of the text, with values that are
    /// no scalars; what is in a key itself is left out.
    package var keysOfCollections: YAMLKeysOfCollections {
        YAMLKeysOfCollections(tree: tree, position: index, end: Int(row.end))
    }

    /// The keys of a mapping that occur before in it, which YAML forbids and libyaml lets pass.
    package var repeatedKeys: Set<YAMLNode> {
        // Of the keys of most mappings no two look alike.
        var looks: UInt64 = 0
        let mayRepeat = pairs.contains { key, _ in
            guard let text = key.textBytes else { return false }
            let first = Int(text.first ?? 0)
            let last = Int(text.last ?? 0)
            let look: UInt64 = 1 << UInt64((text.count + 3 * first + 7 * last) & 63)
            defer { looks |= look }
            return looks & look != 0
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

    /// The value of a key: the mapping's own, else one that a merge key (`<<`) brings in.
    ///
    /// Of two equal keys the first counts, as it does for Flux.
    package subscript(key: String) -> YAMLNode? {
        value(of: key, mergeDepth: 0)
    }

    private func value(of key: String, mergeDepth: Int) -> YAMLNode? {
        let (value, merge) = tree.value(of: key.utf8Span.span, in: row.target(of: index))
        if let value { return YAMLNode(tree: tree, index: value) }
        // Merges of merges are legal, but one that merges itself must end.
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

/// The children of one collection, in their order.
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

/// The keys of all mappings in one part of a text whose values are no scalars.
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

/// The keys and values of one mapping, in their order.
package struct YAMLPairs: Sequence, IteratorProtocol {
    var children: YAMLChildren

    package mutating func next() -> (key: YAMLNode, value: YAMLNode)? {
        guard let key = children.next(), let value = children.next() else { return nil }
        return (key, value)
    }
}

extension YAMLStream {
    /// The plain scalar that a span lies in; nil where there is none.
    ///
    /// Cost: linear in the number of nodes.
    package func plainScalar(holding span: SourceSpan) -> YAMLNode? {
        let index = tree.rows.firstIndex { row in
            row.kind == .scalar && row.scalarStyle == .plain && Int(row.lower) <= span.lowerBound
                && Int(row.upper) >= span.upperBound
        }
        return index.map { YAMLNode(tree: tree, index: $0) }
    }
}
