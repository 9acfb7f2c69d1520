package import YAMLSyntax

/// The content of a directory's `kustomization.yaml`; absent lists are empty.
package final class KustomizationFact: Sendable {
    package let root: YAMLNode
    package let resources: [LocatedText]
    package let bases: [LocatedText]
    package let components: [LocatedText]
    package let namespace: LocatedText?
    package let namePrefix: LocatedText?
    package let nameSuffix: LocatedText?
    /// The keys beside these and those that say what the file is.
    package let furtherKeys: [(name: String, key: YAMLNode, value: YAMLNode)]

    /// Any mapping in a file of that role counts: `apiVersion` and `kind` may be left out.
    init?(_ document: YAMLDocument) {
        let root = document.root
        guard root.kind == .mapping else { return nil }
        self.root = root
        resources = Self.list(root["resources"])
        bases = Self.list(root["bases"])
        components = Self.list(root["components"])
        namespace = root.located("namespace")
        namePrefix = root.located("namePrefix")
        nameSuffix = root.located("nameSuffix")
        furtherKeys = root.pairs.compactMap { key, value in
            guard !Self.keys.contains(where: { key.hasText($0) }) else { return nil }
            return key.text.map { ($0, key, value) }
        }
    }

    private static let keys = [
        "resources", "apiVersion", "kind", "namespace", "components", "bases", "namePrefix",
        "nameSuffix", "metadata",
    ]

    private static func list(_ node: YAMLNode?) -> [LocatedText] {
        node?.items.compactMap { LocatedText($0) } ?? []
    }
}
