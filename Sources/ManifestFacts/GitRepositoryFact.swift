package import YAMLSyntax

/// A GitRepository of Flux as written; every field is nil where it is absent.
package struct GitRepositoryFact: Sendable {
    package let object: ObjectFact
    package let root: YAMLNode
    package let mentionsVariables: Bool
    package let address: LocatedText?
    /// Nil where `ref` is absent, which means the branch `master`.
    package let reference: YAMLNode?

    /// Nil for an object of another kind.
    init?(_ object: borrowing ObjectNode) {
        guard object.identity.kind == "GitRepository",
            object.identity.group == "source.toolkit.fluxcd.io"
        else { return nil }
        self.object = object.fact
        root = object.root
        mentionsVariables = object.mentionsVariables
        address = object.root["spec"]?.located("url")
        reference = object.root[path: "spec", "ref"]
    }
}
