package import YAMLSyntax

/// An ImageRepository as written, before any transformer; every field is nil where it is absent.
///
/// Patches and variables may change each field: what Flux gets is in `EffectiveObject.field`.
package final class ImageRepositoryFact: Sendable {
    package let object: ObjectFact
    package let root: YAMLNode
    package let mentionsVariables: Bool
    package let image: LocatedText?
    package let interval: LocatedText?
    package let timeout: LocatedText?
    package let provider: LocatedText?
    package let secretName: LocatedText?
    package let certificateSecretName: LocatedText?
    package let proxySecretName: LocatedText?
    package let serviceAccountName: LocatedText?
    /// Nil where the list is absent, which means the default of Flux.
    package let exclusionList: [LocatedText]?
    /// The `namespaceSelectors` of `accessFrom`.
    package let accessSelectors: [YAMLNode]
    package let isInsecure: Bool
    package let isSuspended: Bool

    /// Nil for an object of another kind.
    init?(_ object: borrowing ObjectNode) {
        guard object.identity.isFluxImage(kind: "ImageRepository") else { return nil }
        let spec = object.root["spec"]
        self.object = object.fact
        root = object.root
        mentionsVariables = object.mentionsVariables
        image = spec?.located("image")
        interval = spec?.located("interval")
        timeout = spec?.located("timeout")
        provider = spec?.located("provider")
        secretName = spec?["secretRef"]?.located("name")
        certificateSecretName = spec?["certSecretRef"]?.located("name")
        proxySecretName = spec?["proxySecretRef"]?.located("name")
        serviceAccountName = spec?.located("serviceAccountName")
        exclusionList = spec?["exclusionList"]?.items.compactMap { LocatedText($0) }
        accessSelectors = spec?[path: "accessFrom", "namespaceSelectors"]?.items.map(\.self) ?? []
        isInsecure = spec?["insecure"]?.hasText("true") ?? false
        isSuspended = spec?["suspend"]?.hasText("true") ?? false
    }
}
