package import SourceText
import YAMLSyntax

/// One Kubernetes object that a file declares; an item of a `List` counts as one.
package struct ObjectFact: Sendable {
    package let identity: ObjectIdentity
    /// `metadata.name`, if it is there.
    package let name: LocatedText?
    package let namespace: LocatedText?
    package let span: SourceSpan
}

/// An object with its nodes, as long as its file is being read.
///
/// Facts do not keep the nodes of objects that nothing transforms: most of a repository's memory
/// would be nodes that are never read again.
struct ObjectNode {
    let fact: ObjectFact
    let root: YAMLNode

    /// Nil for a mapping without `kind`.
    init?(_ root: YAMLNode) {
        guard root.kind == .mapping, let kind = root.string("kind") else { return nil }
        let metadata = root["metadata"]
        let name = metadata?.located("name") ?? Self.nameFromValues(metadata, kind)
        let namespace = metadata?.located("namespace")
        let identity = ObjectIdentity(
            apiVersion: root.string("apiVersion"), kind: kind, namespace: namespace?.text,
            name: name?.text)
        fact = ObjectFact(
            identity: identity, name: name, namespace: namespace, span: root.span)
        self.root = root
    }

    var identity: ObjectIdentity { fact.identity }

    /// The name of an image object that is an expression of Helm and nothing else: YAML reads
    /// `{{ .Values.name }}` as a mapping.
    private static func nameFromValues(_ metadata: YAMLNode?, _ kind: String) -> LocatedText? {
        guard kind == "ImagePolicy" || kind == "ImageRepository", let node = metadata?["name"],
            node.kind == .mapping
        else { return nil }
        return LocatedText(text: "{{}}", span: node.span)
    }

    /// Whether Flux may find a variable in it: a `$` is there.
    var mentionsVariables: Bool { root.mentions(UInt8(ascii: "$")) }

    /// The objects of a document: itself, or the items of a `List`.
    static func objects(in document: YAMLDocument) -> [ObjectNode] {
        guard let object = ObjectNode(document.root) else { return [] }
        guard object.identity.kind?.hasSuffix("List") == true,
            let items = document.root["items"]?.items
        else { return [object] }
        return items.compactMap { ObjectNode($0.resolved) }
    }
}
