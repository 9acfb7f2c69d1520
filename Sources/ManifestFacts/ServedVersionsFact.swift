package import SourceText
import YAMLSyntax

/// Which versions of one kind of Flux a CustomResourceDefinition of the repository serves.
package struct ServedVersionsFact: Sendable {
    package let group: String
    package let kind: String
    /// In the order of the file.
    package let versions: [String]
    package let span: SourceSpan

    /// Nil for an object of another kind, and for the definition of other objects than Flux's.
    init?(_ object: ObjectNode) {
        guard object.identity.kind == "CustomResourceDefinition", let spec = object.root["spec"],
            let group = spec.string("group"), group.hasSuffix(".toolkit.fluxcd.io"),
            let kind = spec["names"]?.string("kind")
        else { return nil }
        self.group = group
        self.kind = kind
        versions =
            spec["versions"]?.items.compactMap { version in
                version["served"]?.hasText("false") == true ? nil : version.string("name")
            } ?? []
        span = object.fact.span
    }
}
