package import SourceText
import YAMLSyntax

/// An OCIRepository of Flux as written.
package struct OCIRepositoryFact: Sendable {
    package let object: ObjectFact
    /// With its scheme; nil where it is absent.
    package let address: LocatedText?
    /// The scalars of `spec.ref` that choose what is deployed.
    package let versions: [SourceSpan]

    /// Nil for an object of another kind.
    init?(_ object: borrowing ObjectNode) {
        guard object.identity.kind == "OCIRepository",
            object.identity.group == "source.toolkit.fluxcd.io"
        else { return nil }
        self.object = object.fact
        let spec = object.root["spec"]
        address = spec?.located("url")
        versions = ["tag", "digest"].compactMap { spec?[path: "ref", $0]?.span }
    }

    /// The artifact's name as an image would be written; nil where a variable is in it.
    package var imageName: String? {
        guard let address, NamePattern.isLiteral(address.text), address.text.hasPrefix("oci://")
        else { return nil }
        return String(address.text.dropFirst("oci://".count))
    }
}
