import Kustomize
import ManifestFacts

/// The facts of all files by their kinds, each in the order of files and places.
///
/// A repository's files are larger than a processor's cache, so that each look at all of them
/// takes longer than what it finds: they are looked at once, and links walk these lists.
struct RepositoryFacts {
    /// Ascending by the bytes of their paths.
    let files: [ManifestFile]
    private(set) var paths: PathTable
    private(set) var kustomizations: [Placed<KustomizationFact>] = []
    private(set) var images: [Placed<ImageFact>] = []
    private(set) var markers: [Placed<MarkerFact>] = []
    /// The markers that Flux's next run obeys, with what they say.
    private(set) var obeyedMarkers: [(marker: Placed<MarkerFact>, setter: SetterMarker)] = []
    private(set) var policies: [Placed<ImagePolicyFact>] = []
    private(set) var repositories: [Placed<ImageRepositoryFact>] = []
    private(set) var automations: [Placed<ImageUpdateAutomationFact>] = []
    private(set) var fluxKustomizations: [Placed<FluxKustomizationFact>] = []
    private(set) var gitRepositories: [Placed<GitRepositoryFact>] = []
    private(set) var receivers: [Placed<ReceiverFact>] = []
    private(set) var namespaces: [Placed<NamespaceFact>] = []
    private(set) var settings: [Placed<SettingsFact>] = []
    /// In the order of the files.
    private(set) var tagSetters: [LocatedTagSetter] = []
    private(set) var helmReleases: [Placed<HelmReleaseFact>] = []
    /// Names of ImagePolicies that templates may make, each once.
    private(set) var templatedPolicyNames: Set<NamePattern> = []
    /// Names of ImageRepositories that templates may make, each once.
    private(set) var templatedRepositoryNames: Set<NamePattern> = []

    init(files: [ManifestFile]) {
        self.files = files
        paths = PathTable(capacity: files.count)
        for (number, file) in files.enumerated() {
            paths.append(file.path)
            if let fact = file.facts.kustomization {
                kustomizations.append(Placed(fact, in: file, number))
            }
            images.append(file.facts.images, in: file, number)
            for fact in file.facts.markers {
                let marker = Placed(fact, in: file, number)
                markers.append(marker)
                if let setter = fact.obeyedSetter { obeyedMarkers.append((marker, setter)) }
            }
            policies.append(file.facts.policies, in: file, number)
            repositories.append(file.facts.repositories, in: file, number)
            automations.append(file.facts.automations, in: file, number)
            fluxKustomizations.append(file.facts.fluxKustomizations, in: file, number)
            gitRepositories.append(file.facts.gitRepositories, in: file, number)
            receivers.append(file.facts.receivers, in: file, number)
            namespaces.append(file.facts.namespaces, in: file, number)
            settings.append(file.facts.settings, in: file, number)
            for setter in file.facts.tagSetters {
                tagSetters.append(LocatedTagSetter(path: file.path, setter: setter))
            }
            helmReleases.append(file.facts.helmReleases, in: file, number)
            templatedPolicyNames.formUnion(file.facts.templatedPolicyNames)
            templatedRepositoryNames.formUnion(file.facts.templatedRepositoryNames)
        }
    }
}

extension Array {
    fileprivate mutating func append<Fact>(_ facts: [Fact], in file: ManifestFile, _ number: Int)
    where Element == Placed<Fact> {
        // As most are.
        if facts.isEmpty { return }
        for fact in facts { append(Placed(fact, in: file, number)) }
    }
}
