import Kustomize
import ManifestFacts

/// The facts of all files by their kinds, each in the order of files and places.
///
/// A repository's files are larger than a processor's cache, so that each look at all of them
/// takes longer than what it finds: they are looked at once, and links walk these lists.
struct RepositoryFacts {
    /// Ascending by the bytes of their paths, and then one for each set of inputs of a ResourceSet.
    let files: [ManifestFile]
    /// The paths of files that are no templates' objects.
    private(set) var paths: PathTable
    /// By file: those that its ResourceSets make.
    private(set) var rendered: [Int: [Int]] = [:]
    /// By the objects that templates make.
    private(set) var resourceSets: [ObjectIdentifier: Placed<ResourceSetFact>] = [:]
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
    private(set) var ociRepositories: [Placed<OCIRepositoryFact>] = []
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
    /// The repositories that the files are of.
    private(set) var links: LinkedRepositories

    init(files written: [ManifestFile], links: LinkedRepositories = .none) {
        let files = written + Self.rendered(of: written)
        self.files = files
        self.links = links
        paths = PathTable(capacity: written.count)
        for (number, file) in files.enumerated() {
            if let template = file.template {
                rendered[template, default: []].append(number)
            } else {
                paths.append(file.path)
            }
            for fact in file.facts.resourceSets {
                let resourceSet = Placed(fact, in: file, number)
                for object in fact.renderings.lazy.flatMap(\.objects) {
                    resourceSets[ObjectIdentifier(object.identity)] = resourceSet
                }
            }
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
            ociRepositories.append(file.facts.ociRepositories, in: file, number)
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
        if !links.isEmpty { addOwnAddresses() }
    }
}

extension RepositoryFacts {
    private static func rendered(of files: [ManifestFile]) -> [ManifestFile] {
        files.enumerated().flatMap { number, file in
            file.facts.resourceSets.lazy.flatMap(\.renderings).map {
                ManifestFile(path: file.path, facts: $0, template: number)
            }
        }
    }

    /// The file itself, or that of the template which makes its objects.
    func written(_ file: Int) -> Int { files[file].template ?? file }

    /// The source that `flux bootstrap` calls `flux-system` is the repository that declares it.
    private mutating func addOwnAddresses() {
        for source in gitRepositories where source.fact.object.identity.name == OwnSources.ownName {
            guard let address = source.fact.address?.text else { continue }
            links.add(address, at: links.root(ofFile: source.path))
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
