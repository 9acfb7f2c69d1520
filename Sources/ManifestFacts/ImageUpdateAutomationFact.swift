package import YAMLSyntax

/// An ImageUpdateAutomation as written; every field is nil where it is absent.
package final class ImageUpdateAutomationFact: Sendable {
    package let object: ObjectFact
    package let root: YAMLNode
    package let mentionsVariables: Bool
    package let sourceKind: LocatedText?
    package let sourceName: LocatedText?
    package let sourceNamespace: LocatedText?
    package let updatePath: LocatedText?
    package let messageTemplate: LocatedText?

    /// Nil for an object of another kind.
    init?(_ object: borrowing ObjectNode) {
        guard object.identity.isFluxImage(kind: "ImageUpdateAutomation") else { return nil }
        let spec = object.root["spec"]
        let git = spec?["git"]
        self.object = object.fact
        root = object.root
        mentionsVariables = object.mentionsVariables
        sourceKind = spec?["sourceRef"]?.located("kind")
        sourceName = spec?["sourceRef"]?.located("name")
        sourceNamespace = spec?["sourceRef"]?.located("namespace")
        updatePath = spec?["update"]?.located("path")
        messageTemplate = git?["commit"]?.located("messageTemplate")
    }
}
