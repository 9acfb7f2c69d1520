package import YAMLSyntax

/// A webhook Receiver of Flux as written; every field is nil where it is absent.
package struct ReceiverFact: Sendable {
    package let object: ObjectFact
    package let root: YAMLNode
    package let mentionsVariables: Bool

    /// Nil for an object of another kind.
    init?(_ object: borrowing ObjectNode) {
        guard object.identity.kind == "Receiver",
            object.identity.group == "notification.toolkit.fluxcd.io"
        else { return nil }
        self.object = object.fact
        root = object.root
        mentionsVariables = object.mentionsVariables
    }
}
