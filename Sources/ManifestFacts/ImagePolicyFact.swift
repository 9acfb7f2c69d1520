package import YAMLSyntax

/// An ImagePolicy as written, before any transformer; every field is nil where it is absent.
///
/// Patches and variables may change each field: what Flux gets is in `EffectiveObject.field`.
package final class ImagePolicyFact: Sendable {
    package let object: ObjectFact
    package let root: YAMLNode
    package let mentionsVariables: Bool
    package let repositoryName: LocatedText?
    package let repositoryNamespace: LocatedText?
    package let semverRange: LocatedText?
    package let alphabeticalOrder: LocatedText?
    package let numericalOrder: LocatedText?
    /// The members of `policy` that are there, in the order in which Flux prefers them.
    package let members: [Member]
    package let filterPattern: LocatedText?
    package let filterExtract: LocatedText?

    package enum Member: String, CaseIterable, Sendable {
        case semver
        case alphabetical
        case numerical
    }

    /// Nil for an object of another kind.
    init?(_ object: borrowing ObjectNode) {
        guard object.identity.isFluxImage(kind: "ImagePolicy") else { return nil }
        let spec = object.root["spec"]
        let policy = spec?["policy"]
        self.object = object.fact
        root = object.root
        mentionsVariables = object.mentionsVariables
        repositoryName = spec?["imageRepositoryRef"]?.located("name")
        repositoryNamespace = spec?["imageRepositoryRef"]?.located("namespace")
        semverRange = policy?["semver"]?.located("range")
        alphabeticalOrder = policy?["alphabetical"]?.located("order")
        numericalOrder = policy?["numerical"]?.located("order")
        members = Member.allCases.filter { policy?[$0.rawValue].map { !$0.isNull } ?? false }
        filterPattern = spec?["filterTags"]?.located("pattern")
        filterExtract = spec?["filterTags"]?.located("extract")
    }
}
