/// Kustomize's strategic merge for kinds that it has no schema of, such as all of Flux: mappings
/// merge, everything else is replaced, null removes (kustomize, `kyaml/yaml/merge2`).
struct StrategicMerge {
    /// How many keys one merge may visit: aliases can write a tree of any size in a few lines.
    static let keyLimit = 20_000
    static let depthLimit = 64

    private var visitedKeys = 0

    /// The merged node; nil where the patch deletes it.
    static func merged(_ node: BuiltNode, with patch: BuiltNode) -> BuiltNode? {
        var merge = StrategicMerge()
        return merge.merged(node, with: patch, depth: 0)
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
        let hasEntries = directive != "replace" && node?.entries != nil
        var entries = hasEntries ? node?.entries ?? [] : []
        var places = Dictionary(
            entries.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
        var removed: Set<String> = []
        for change in changes where !change.key.hasPrefix("$") {
            visitedKeys += 1
            let place = places[change.key]
            let value = merged(
                place.map { entries[$0].value }, with: change.value, depth: depth + 1)
            if let value, let place {
                entries[place].value = value
            } else if let value {
                places[change.key] = entries.count
                entries.append(BuiltEntry(key: change.key, value: value))
            } else {
                removed.insert(change.key)
            }
        }
        return .mapping(entries.filter { !removed.contains($0.key) })
    }
}
