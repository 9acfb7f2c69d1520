package import YAMLSyntax

/// One Kubernetes object that a file declares; an item of a `List` counts as one.
package struct ObjectFact: Sendable {
    package let identity: ObjectIdentity
    /// `metadata.name`, if it is there.
    package let name: LocatedText?
    package let namespace: LocatedText?
    /// The number of its document in the file, from 0.
    package let document: Int
    package let root: YAMLNode

    /// Nil for a mapping without `kind`.
    init?(_ root: YAMLNode, document: Int) {
        guard root.kind == .mapping, let kind = root.string("kind") else { return nil }
        let metadata = root["metadata"]
        name = metadata?.located("name")
        namespace = metadata?.located("namespace")
        identity = ObjectIdentity(
            apiVersion: root.string("apiVersion"), kind: kind, namespace: namespace?.text,
            name: name?.text)
        self.document = document
        self.root = root
    }

    /// The objects of a document: itself, or the items of a `List`.
    static func objects(in document: YAMLDocument) -> [ObjectFact] {
        guard let object = ObjectFact(document.root, document: document.number) else { return [] }
        let kind = object.identity.kind ?? ""
        guard kind.hasSuffix("List"), let items = document.root["items"]?.items else {
            return [object]
        }
        return items.compactMap { ObjectFact($0.resolved, document: document.number) }
    }
}
