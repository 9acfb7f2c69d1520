import YAMLSyntax

/// One step of a JSON 6902 patch.
package struct PatchOperation: Sendable {
    enum Kind: Sendable {
        case add(BuiltNode)
        case replace(BuiltNode)
        case remove
        case test(BuiltNode)
        case copy(from: [String])
        case move(from: [String])
    }

    let kind: Kind
    /// The pointer's tokens, unescaped.
    let path: [String]

    /// Longer pointers lead nowhere in a manifest.
    static let pathLimit = 64

    /// Nil for what is no operation.
    init?(_ node: BuiltNode) {
        guard let path = Self.tokens(node["path"]) else { return nil }
        self.path = path
        let from = Self.tokens(node["from"])
        switch (node["op"]?.text?.text, node["value"], from) {
        case ("add", let value?, _): kind = .add(value)
        case ("replace", let value?, _): kind = .replace(value)
        case ("test", let value?, _): kind = .test(value)
        case ("remove", _, _): kind = .remove
        case ("copy", _, let from?): kind = .copy(from: from)
        case ("move", _, let from?): kind = .move(from: from)
        default: return nil
        }
    }

    private static func tokens(_ node: BuiltNode?) -> [String]? {
        guard let text = node?.text?.text else { return nil }
        if text.isEmpty { return [] }
        guard text.hasPrefix("/") else { return nil }
        let tokens = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        guard tokens.count <= pathLimit else { return nil }
        return tokens.map { Self.unescaped($0) }
    }

    private static func unescaped(_ token: Substring) -> String {
        guard token.contains("~") else { return String(token) }
        var text = ""
        var rest = token
        while let character = rest.popFirst() {
            if character == "~", let next = rest.first, next == "0" || next == "1" {
                text.append(next == "0" ? "~" : "/")
                rest.removeFirst()
            } else {
                text.append(character)
            }
        }
        return text
    }

    /// The node after this step; nil where the step cannot be made, which fails a whole build.
    func applied(to node: BuiltNode) -> BuiltNode? {
        switch kind {
        case .add(let value): return node.setting(value, at: path[...], mustExist: false)
        case .replace(let value): return node.setting(value, at: path[...], mustExist: true)
        case .remove: return node.setting(nil, at: path[...], mustExist: true)
        case .test(let value):
            guard let found = node.value(at: path) else { return nil }
            return found.equals(value) ? node : nil
        case .copy(let from):
            guard let value = node.value(at: from) else { return nil }
            return node.setting(value, at: path[...], mustExist: false)
        case .move(let from):
            guard let value = node.value(at: from) else { return nil }
            return node.setting(nil, at: from[...], mustExist: true)?
                .setting(value, at: path[...], mustExist: false)
        }
    }
}

extension BuiltNode {
    fileprivate func value(at path: [String]) -> BuiltNode? {
        var node = self
        for token in path {
            if node.entries != nil {
                guard let next = node[token] else { return nil }
                node = next
            } else {
                let items = node.items
                guard let index = Int(token), items.indices.contains(index) else { return nil }
                node = items[index]
            }
        }
        return node
    }

    /// This node with another value, or none, at the end of a path.
    fileprivate func setting(
        _ value: BuiltNode?, at path: ArraySlice<String>, mustExist: Bool
    ) -> BuiltNode? {
        guard let token = path.first else { return value }
        let rest = path.dropFirst()
        if case .unknown = self { return self }
        if let entries {
            return Self.setting(value, in: entries, token, rest, mustExist: mustExist)
        }
        guard isSequence else { return nil }
        return Self.setting(value, in: items, token, rest, mustExist: mustExist)
    }

    private static func setting(
        _ value: BuiltNode?, in entries: [BuiltEntry], _ token: String,
        _ rest: ArraySlice<String>, mustExist: Bool
    ) -> BuiltNode? {
        var entries = entries
        guard let place = entries.firstIndex(where: { $0.key == token }) else {
            guard rest.isEmpty, !mustExist, let value else { return nil }
            return .mapping(entries + [BuiltEntry(key: token, value: value)])
        }
        if rest.isEmpty, value == nil {
            entries.remove(at: place)
            return .mapping(entries)
        }
        guard let new = entries[place].value.setting(value, at: rest, mustExist: mustExist)
        else { return nil }
        entries[place].value = new
        return .mapping(entries)
    }

    private static func setting(
        _ value: BuiltNode?, in items: [BuiltNode], _ token: String,
        _ rest: ArraySlice<String>, mustExist: Bool
    ) -> BuiltNode? {
        var items = items
        let isAdded = rest.isEmpty && !mustExist
        guard let index = token == "-" && isAdded ? items.count : Int(token), index >= 0,
            index < items.count + (isAdded ? 1 : 0)
        else { return nil }
        if isAdded, let value {
            items.insert(value, at: index)
        } else if rest.isEmpty, value == nil {
            items.remove(at: index)
        } else {
            guard let new = items[index].setting(value, at: rest, mustExist: mustExist)
            else { return nil }
            items[index] = new
        }
        return .sequence(items)
    }

    package var isSequence: Bool {
        switch self {
        case .written(let node, _): node.resolvedKind == .sequence
        case .sequence: true
        case .mapping, .rewritten, .unknown: false
        }
    }

    /// Whether two values are equal; false for values deeper than any test needs.
    fileprivate func equals(_ other: BuiltNode, depth: Int = 0) -> Bool {
        guard depth < 16 else { return false }
        if let entries, let others = other.entries {
            return entries.count == others.count
                && entries.allSatisfy { entry in
                    other[entry.key].map { entry.value.equals($0, depth: depth + 1) } ?? false
                }
        }
        if isSequence, other.isSequence {
            let (items, others) = (items, other.items)
            return items.count == others.count
                && zip(items, others).allSatisfy { $0.equals($1, depth: depth + 1) }
        }
        return isNull && other.isNull || (text != nil && text?.text == other.text?.text)
    }
}
