import ManifestFacts
package import SourceText
package import YAMLSyntax

/// A value as kustomize leaves it: unchanged parts are still the nodes of their files.
package enum BuiltNode: Sendable {
    case written(YAMLNode, in: TextOrigin)
    /// Ascending in the order in which the keys came; no key occurs twice.
    case mapping([BuiltEntry])
    case sequence([BuiltNode])
    /// A scalar that an `images` entry changed.
    case rewritten(RewrittenScalar)
    case unknown(reason: String)
}

/// The text that an `images` entry makes of a reference.
package struct RewrittenScalar: Sendable {
    package let text: String
    /// The scalar that decides on its tag and digest: the entry's own, or the former one.
    package let location: SourceLocation
    /// Whether the entry sets tag or digest, and not the name alone.
    package let isPinned: Bool
}

/// One key of a mapping with its value.
package struct BuiltEntry: Sendable {
    package let key: String
    package var value: BuiltNode

    package init(key: String, value: BuiltNode) {
        self.key = key
        self.value = value
    }
}

/// Which text a node was parsed from: a file, or a patch inside of one.
package struct TextOrigin: Sendable {
    private enum Place {
        case file(ManifestFile)
        indirect case inside(TextOrigin, InlineText)
    }

    private let place: Place

    package init(_ file: ManifestFile) { place = .file(file) }

    package init(_ text: InlineText, in outer: TextOrigin) { place = .inside(outer, text) }

    package var source: [UInt8] {
        switch place {
        case .file(let file): file.facts.source
        case .inside(_, let text): text.bytes
        }
    }

    /// Whether spans are those of a file.
    package var isFile: Bool {
        if case .file = place { true } else { false }
    }

    /// Whether spans are those of that file.
    package func isText(of file: ManifestFile) -> Bool {
        if case .file(let own) = place { own === file } else { false }
    }

    package func location(of span: SourceSpan) -> SourceLocation {
        switch place {
        case .file(let file): SourceLocation(path: file.path, span: span)
        case .inside(let outer, let text): outer.location(of: text.sourceSpan(of: span))
        }
    }
}

extension BuiltNode {
    /// The value of a key; nil where there is none, or where this is no mapping.
    package subscript(key: String) -> BuiltNode? {
        switch self {
        case .written(let node, let origin):
            node.resolvedKind == .mapping ? node[key].map { .written($0, in: origin) } : nil
        case .mapping(let entries): entries.first { $0.key == key }?.value
        case .unknown: self
        case .sequence, .rewritten: nil
        }
    }

    /// The items of a sequence; none for anything else.
    package var items: [BuiltNode] {
        switch self {
        case .written(let node, let origin): node.items.map { .written($0, in: origin) }
        case .sequence(let items): items
        case .mapping, .rewritten, .unknown: []
        }
    }

    /// The entries of a mapping with those that merge keys bring; nil for anything else.
    package var entries: [BuiltEntry]? {
        switch self {
        case .written(let node, let origin):
            guard node.resolvedKind == .mapping else { return nil }
            return node.entries(in: origin)
        case .mapping(let entries): return entries
        case .sequence, .rewritten, .unknown: return nil
        }
    }

    /// This node with an unknown value at the end of a path of keys, in each item of the lists on
    /// the way; nil where the path leads nowhere.
    func doubting(_ path: ArraySlice<String>, reason: String) -> BuiltNode? {
        guard let key = path.first else { return .unknown(reason: reason) }
        if let entries {
            guard let place = entries.firstIndex(where: { $0.key == key }),
                let value = entries[place].value.doubting(path.dropFirst(), reason: reason)
            else { return nil }
            var doubted = entries
            doubted[place].value = value
            return .mapping(doubted)
        }
        let items = items
        let doubted = items.map { $0.doubting(path, reason: reason) }
        guard doubted.contains(where: { $0 != nil }) else { return nil }
        return .sequence(zip(items, doubted).map { $1 ?? $0 })
    }

    package var isNull: Bool {
        if case .written(let node, _) = self { node.isNull } else { false }
    }

    /// A scalar's text and where it is; nil for a collection and for a null.
    package var text: (text: String, location: SourceLocation)? {
        if case .rewritten(let scalar) = self { return (scalar.text, scalar.location) }
        guard case .written(let node, let origin) = self, !node.isNull, let text = node.text
        else { return nil }
        return (text, origin.location(of: node.span))
    }

    /// The texts of a mapping's scalar values.
    package var texts: [String: String] {
        var texts: [String: String] = [:]
        for entry in entries ?? [] { texts[entry.key] = entry.value.text?.text }
        return texts
    }
}

extension YAMLNode {
    /// A mapping's own entries and those of the mappings that it merges; of a repeated key, the
    /// first.
    fileprivate func entries(in origin: TextOrigin) -> [BuiltEntry] {
        let repeated = repeatedKeys
        var entries: [BuiltEntry] = []
        for (key, value) in pairs where !repeated.contains(key) {
            guard let text = key.text else { continue }
            if text == "<<" { return entriesWithMerged(in: origin) }
            entries.append(BuiltEntry(key: text, value: .written(value, in: origin)))
        }
        return entries
    }

    private func entriesWithMerged(in origin: TextOrigin) -> [BuiltEntry] {
        var entries: [BuiltEntry] = []
        var seen: Set<String> = []
        func add(_ key: String, _ value: YAMLNode) {
            entries.append(BuiltEntry(key: key, value: .written(value, in: origin)))
        }
        for (key, value) in pairs {
            guard let text = key.text else { continue }
            if text != "<<" {
                if seen.insert(text).inserted { add(text, value) }
                continue
            }
            for merged in value.resolvedKind == .mapping ? [value] : value.items.map(\.self) {
                for key in merged.pairs.compactMap(\.key.text) where key != "<<" {
                    // An own key counts, though it comes later.
                    guard seen.insert(key).inserted, let value = self[key] else { continue }
                    add(key, value)
                }
            }
        }
        return entries
    }
}
