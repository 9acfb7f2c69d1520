package import YAMLSyntax

/// A Namespace as written.
package struct NamespaceFact: Sendable {
    package let object: ObjectFact
    package let root: YAMLNode
    package let mentionsVariables: Bool

    /// Nil for an object of another kind.
    init?(_ object: borrowing ObjectNode) {
        guard object.identity.kind == "Namespace", object.identity.apiVersion == "v1" else {
            return nil
        }
        self.object = object.fact
        root = object.root
        mentionsVariables = object.mentionsVariables
    }
}
