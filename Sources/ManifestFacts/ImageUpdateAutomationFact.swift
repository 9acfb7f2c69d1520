package import YAMLSyntax

/// An ImageUpdateAutomation as written; every field is nil where it is absent.
package final class ImageUpdateAutomationFact: Sendable {
    package let object: ObjectFact
    package let root: YAMLNode
    package let mentionsVariables: Bool
    package let sourceKind: LocatedText?
    package let sourceName: LocatedText?
    package let sourceNamespace: LocatedText?
    package let interval: LocatedText?
    package let policySelector: YAMLNode?
    package let updatePath: LocatedText?
    package let updateStrategy: LocatedText?
    package let hasGit: Bool
    /// Nil where `git.checkout` is absent, which means the GitRepository's own reference.
    package let checkoutReference: YAMLNode?
    package let pushBranch: LocatedText?
    package let pushRefspec: LocatedText?
    package let messageTemplate: LocatedText?
    package let isSuspended: Bool

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
        interval = spec?.located("interval")
        policySelector = spec?["policySelector"]
        updatePath = spec?["update"]?.located("path")
        updateStrategy = spec?["update"]?.located("strategy")
        hasGit = git?.resolvedKind == .mapping
        checkoutReference = git?[path: "checkout", "ref"]
        pushBranch = git?["push"]?.located("branch")
        pushRefspec = git?["push"]?.located("refspec")
        messageTemplate = git?["commit"]?.located("messageTemplate")
        isSuspended = spec?["suspend"]?.hasText("true") ?? false
    }
}
