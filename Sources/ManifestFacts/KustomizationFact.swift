package import YAMLSyntax

/// What a folder's `kustomization.yaml` says; lists are empty where they are absent.
package struct KustomizationFact: Sendable {
    package let root: YAMLNode
    package let resources: [LocatedText]
    package let bases: [LocatedText]
    package let components: [LocatedText]
    package let namespace: LocatedText?
    package let namePrefix: LocatedText?
    package let nameSuffix: LocatedText?

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
    }

    private static func list(_ node: YAMLNode?) -> [LocatedText] {
        node?.items.compactMap { LocatedText($0) } ?? []
    }
}
