package import YAMLSyntax

/// An ImageRepository as written, before any transformer; every field is nil where it is absent.
///
/// Patches and variables may change each field: what Flux gets is in `EffectiveObject.field`.
package final class ImageRepositoryFact: Sendable {
    package let object: ObjectFact
    package let root: YAMLNode
    package let mentionsVariables: Bool
    package let image: LocatedText?
    /// Nil where the list is absent, which means the default of Flux.
    package let exclusionList: [LocatedText]?

    /// Nil for an object of another kind.
    init?(_ object: borrowing ObjectNode) {
        guard object.identity.isFluxImage(kind: "ImageRepository") else { return nil }
        let spec = object.root["spec"]
        self.object = object.fact
        root = object.root
        mentionsVariables = object.mentionsVariables
        image = spec?.located("image")
        exclusionList = spec?["exclusionList"]?.items.compactMap { LocatedText($0) }
    }
}
