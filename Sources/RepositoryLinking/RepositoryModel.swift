package import Configuration
package import Kustomize
package import ManifestFacts
package import SourceText
package import TagSnapshots

/// All facts of a snapshot, linked: what rules judge.
package final class RepositoryModel: Sendable {
    /// Ascending by the bytes of their paths.
    package let files: [ManifestFile]
    /// In the order of their files and places.
    package let images: [Placed<ImageFact>]
    /// In the order of their files and places.
    package let markers: [Placed<MarkerFact>]
    /// The scalars that Flux's setters write, by marker.
    package let markedScalars: Set<ScalarPlace>
    /// Objects of Flux as kustomize and Flux build them.
    package let objects: EffectiveObjects
    package let policies: PolicyIndex
    package let repositories: ImageRepositoryIndex
    package let scannedImages: ScannedImages
    package let environments: Environments
    /// All paths of the repository, also those of files that say nothing.
    package let paths: TreePaths
    /// The texts of scripts and workflows that may generate files.
    let builds: BuildTexts
    /// Whether no other repository adds objects to its clusters.
    package let deploysAlone: Bool
    /// The tags that registries listed; empty if none was asked.
    package let tags: TagSnapshot
    /// The day on which holds expire if they end earlier; nil if nothing expires.
    package let today: CalendarDay?
    let graph: BuildGraph
    let tagSetters: TagSetters
    let helmValues: HelmValues
    /// The places in `images` of those in values that HelmReleases take from elsewhere.
    let takenImages: Set<Int>
    let knownBootstraps = Once<[Cluster: String]>()
    let knownObjectBuilds = Once<ObjectBuilds>()
    let knownJudgedImages = Once<[JudgedImage]>()
    let knownImagesOfAnyKind = Once<[JudgedImage]>()
    let knownImageHolders = Once<[SourceLocation: [ImageHolder]]>()
    let knownDeployedParts = Once<[DeployedParts]>()
    let knownPartsByImage = Once<[ObjectIdentifier: DeployedParts]>()
    let knownDeployedImages = Once<[DeployedImage]>()
    let knownDeployedValues = Once<Set<Int>>()
    let knownReplacedVersions = Once<Set<ScalarPlace>>()
    let knownDeployedTags = Once<[DeployedTag]>()
    let knownKustomizations = Once<[Effective<FluxKustomizationFact>]>()
    let knownFileReaches = Once<FileReaches>()
    let knownMissingEntries = Once<[MissingEntry]>()
    let knownUnlistedFiles = Once<[UnlistedFile]>()
    let knownNamespaceLabels = Once<NamespaceLabels>()
    let knownReadiness = PolicyReadinesses()
    let knownTagEvidence = Once<TagEvidence>()
    let knownImageNames = Once<KnownImageNames>()
    let knownHolds = Once<[LinkedHold]>()
    let knownPlacements = Once<[ImagePlacement]>()
    let knownPromotions = Once<[PromotionState]>()
    private let knownPolicyLinks = Once<PolicyLinks>()
    private let knownAutomations = Once<AutomationIndex>()
    private let knownFluxReleases = Once<FluxReleases>()

    /// Links the facts of all files; `tokens` and `paths` tell what all paths of the repository do,
    /// nil for the files' own, `setters` what scripts do to images, and `values` what variables in
    /// ImageRepositories stand for that the repository leaves open, `links` which other
    /// repositories some of the files are of.
    ///
    /// Cost: linear in their number.
    package init(
        files: [ManifestFile], tokens: EnvironmentTokens? = nil, paths: TreePaths? = nil,
        configuration: RepositoryConfiguration = .standard, tags: TagSnapshot = .empty,
        values: [String: String] = [:], setters: [LocatedTagSetter] = [],
        builds: BuildTexts = .none, today: CalendarDay? = nil, links: LinkedRepositories = .none
    ) {
        let facts = RepositoryFacts(files: files, links: links)
        self.files = files
        self.tags = tags
        self.builds = builds
        self.today = today
        markers = facts.markers
        markedScalars = Set(
            facts.obeyedMarkers.compactMap { marker, _ in
                guard marker.fact.isSeen else { return nil }
                return marker.fact.target.map { marker.place($0.span) }
            })
        graph = FluxWalk(facts).graph
        tagSetters = TagSetters(facts.tagSetters + setters)
        self.paths = paths ?? TreePaths(facts.paths)
        helmValues = HelmValues(graph, paths: self.paths)
        (images, takenImages) = helmValues.images(besides: facts.images)
        objects = EffectiveObjects(graph, values: values)
        deploysAlone = facts.deployAlone
        policies = PolicyIndex(
            objects, templates: facts.templatedPolicyNames, isComplete: deploysAlone,
            charts: ChartReleases(graph))
        repositories = ImageRepositoryIndex(objects, templates: facts.templatedRepositoryNames)
        scannedImages = ScannedImages(objects.repositories)
        environments = Environments(
            tokens: tokens ?? EnvironmentTokens(paths: files.map(\.path)),
            configuration: configuration, facts: facts)
    }

    package var configuration: RepositoryConfiguration { environments.configuration }

    /// The file of exactly these bytes as its path; nil for one that was not read.
    ///
    /// Cost: logarithmic in the number of files.
    package func file(at path: String) -> ManifestFile? {
        graph.facts.paths.file(at: PathName(path)).map { files[$0] }
    }

    /// The line that a location begins in, from 1.
    package func line(of location: SourceLocation) -> Int {
        LineIndex(file(at: location.path)?.facts.source ?? []).lineNumber(
            at: location.span.lowerBound)
    }

    /// The text of the file that a fact is in.
    package func source<Fact>(of fact: Placed<Fact>) -> [UInt8] {
        graph.facts.files[fact.file].facts.source
    }

    /// The OCIRepositories as written, in the order of their files.
    package var ociRepositories: [Placed<OCIRepositoryFact>] { graph.facts.ociRepositories }

    /// Linked when a rule asks, because rules ask on several cores.
    package var policyLinks: PolicyLinks {
        knownPolicyLinks.value {
            PolicyLinks(objects, index: policies, graph: graph)
        }
    }

    /// The markers in texts of ConfigMaps and Secrets that HelmReleases take as values: no comments
    /// of the file, so Flux does not see them.
    package var markersInTexts: [Placed<MarkerFact>] { helmValues.markers() }

    /// Looked for when a rule asks, like `policyLinks`.
    package var fluxReleases: FluxReleases { knownFluxReleases.value { FluxReleases(self) } }

    /// Linked when a rule asks, like `policyLinks`.
    package var automations: AutomationIndex {
        knownAutomations.value {
            AutomationIndex(objects, in: graph, policies: policies, paths: paths)
        }
    }
}
