package import YAMLSyntax

/// A HelmRelease, or a patch of one, that takes values from other objects or from its chart's
/// files.
package final class HelmReleaseFact: Sendable {
    package let object: ObjectFact
    package let root: YAMLNode

    /// Nil for an object of another kind, and for one that takes no values from elsewhere.
    init?(_ object: borrowing ObjectNode) {
        guard object.identity.kind == "HelmRelease", let spec = object.root["spec"] else {
            return nil
        }
        let source = spec[path: "chart", "spec", "sourceRef", "kind"]
        guard spec["valuesFrom"] != nil || source?.hasText("GitRepository") ?? false else {
            return nil
        }
        self.object = object.fact
        root = object.root
    }
}
