/// Kustomize's strategic merge: mappings merge, null removes, everything else is replaced; but for
/// the lists of pods that it knows by their schema, whose items merge by their names
/// (kustomize, `kyaml/yaml/merge2` and `kyaml/yaml/walk`).
package struct StrategicMerge {
    /// How many keys one merge may visit: aliases can write a tree of any size in a few lines.
    static let keyLimit = 20_000
    package static let depthLimit = 64

    private let knowsPods: Bool
    private var visitedKeys = 0

    /// The merged node; nil where the patch deletes it.
    ///
    /// - Parameter knowsPods: Whether there is a schema for the object, and so for its pods.
    package static func merged(
        _ node: BuiltNode, with patch: BuiltNode, knowsPods: Bool = false
    ) -> BuiltNode? {
        var merge = StrategicMerge(knowsPods: knowsPods)
        return merge.merged(node, with: patch, depth: 0)
    }

    private init(knowsPods: Bool) {
        self.knowsPods = knowsPods
    }

    private mutating func merged(_ node: BuiltNode?, with patch: BuiltNode, depth: Int)
        -> BuiltNode?
    {
        guard let changes = patch.entries else { return patch.isNull ? nil : patch }
        guard depth < Self.depthLimit, visitedKeys < Self.keyLimit else {
            return .unknown(reason: "a patch is larger than \(Self.keyLimit) keys or too deep")
        }
        let directive = changes.first { $0.key == "$patch" }?.value.text?.text
        if directive == "delete" { return nil }
        if case .unknown? = node, directive != "replace" { return node }
        let hasEntries = directive != "replace" && node?.entries != nil
        var entries = hasEntries ? node?.entries ?? [] : []
        // Patches mostly change a few keys, which are found faster one by one.
        var places =
            changes.count > 8
            ? Dictionary(
                entries.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
            : nil
        var removed: Set<String> = []
        for change in changes where !change.key.hasPrefix("$") {
            visitedKeys += 1
            let place =
                places.map { $0[change.key] }
                ?? entries.firstIndex { $0.key == change.key }
            let former = place.map { entries[$0].value }
            let isNamed = knowsPods && change.value.isSequence && change.key.isListOfPod
            let value =
                isNamed
                ? mergedList(former, with: change.value, depth: depth + 1)
                : merged(former, with: change.value, depth: depth + 1)
            if let value, let place {
                entries[place].value = value
            } else if let value {
                places?[change.key] = entries.count
                entries.append(BuiltEntry(key: change.key, value: value))
            } else {
                removed.insert(change.key)
            }
        }
        if !removed.isEmpty { entries.removeAll { removed.contains($0.key) } }
        return .mapping(entries)
    }

    // MARK: Lists

    /// The items of the patch come first, in its order, with those of its names that were there.
    private mutating func mergedList(
        _ list: BuiltNode?, with patch: BuiltNode, depth: Int
    ) -> BuiltNode? {
        if case .unknown? = list { return list }
        let isWhole = { (item: BuiltNode) in item.entries?.map(\.key) == ["$patch"] }
        let directive = patch.items.first(where: isWhole)?["$patch"]?.text?.text
        // Kustomize then leaves the directive there, and not all of the items.
        if directive != nil, list == nil {
            return .unknown(reason: "a patch replaces a list that is not there")
        }
        if directive == "delete" { return nil }
        let changes = patch.items.filter { !isWhole($0) }
        let former = directive == "replace" ? [] : list?.items ?? []
        guard let changedNames = Self.names(of: changes), let names = Self.names(of: former) else {
            return .unknown(reason: "a patch merges a list whose items have no names of their own")
        }
        // Kustomize leaves such an item as it was, against its documentation.
        let isReplaced = zip(changedNames, changes).contains { name, change in
            names.contains(name) && change["$patch"]?.text?.text == "replace"
        }
        if isReplaced { return .unknown(reason: "a patch replaces an item of a list") }
        let places = Dictionary(
            names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let first = zip(changedNames, changes).compactMap { name, change in
            merged(places[name].map { former[$0] }, with: change, depth: depth + 1)
        }
        let changed = Set(changedNames)
        let rest = zip(names, former).filter { !changed.contains($0.0) }.map(\.1)
        return .sequence(first + rest)
    }

    /// Nil where they do not tell the items apart.
    private static func names(of items: [BuiltNode]) -> [String]? {
        let names = items.compactMap { $0["name"]?.text?.text }
        return names.count == items.count && Set(names).count == names.count ? names : nil
    }
}

extension String {
    /// Whether a pod's list of that key may contain images.
    fileprivate var isListOfPod: Bool {
        switch self {
        case "containers", "initContainers", "ephemeralContainers", "volumes": true
        default: false
        }
    }
}
