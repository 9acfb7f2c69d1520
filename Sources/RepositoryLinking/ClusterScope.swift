import Kustomize
import ManifestFacts
import SourceText

/// Tells objects of one name apart by the clusters that they come from.
///
/// A repository of several clusters often contains an object of the same name for each of them.
struct ClusterScope {
    /// An object among others of its name.
    struct Candidate {
        let number: Int
        let path: String
        let object: EffectiveObject
    }

    /// Objects of one name, in the order of their paths.
    ///
    /// Made once for each name, so that each reference looks at few of them: there may be one for
    /// each of a thousand clusters, and as many references.
    struct Namesakes {
        fileprivate let candidates: [Candidate]
        /// The places of the candidates in each cluster, ascending.
        fileprivate let places: [Cluster: [Int]]
    }

    private struct WrittenDirectory: Hashable {
        let directory: String
        let namespace: String
    }

    private let graph: BuildGraph
    /// The Flux Kustomizations that apply themselves, each a cluster of its own, with the
    /// directories that they build.
    private let bootstraps: [Cluster: String]
    private var clustersOfDirectory: [WrittenDirectory: Set<Cluster>] = [:]
    /// By the paths that automations write.
    private var automations: [String: [Effective<ImageUpdateAutomationFact>]] = [:]

    init(_ graph: BuildGraph, automations: [Effective<ImageUpdateAutomationFact>]) {
        self.graph = graph
        bootstraps = graph.bootstraps
        let sources = LinkedSources(graph.facts)
        for automation in automations {
            let place = automation.fact.path
            let root =
                sources.root(
                    of: automation.object.field(.sourceName).text, kind: nil, inFile: place)
                ?? graph.facts.links.root(ofFile: place)
            let path = automation.object.field(["spec", "update", "path"]).text ?? ""
            guard let path = RepositoryPath.joined(path, to: root) else { continue }
            self.automations[path, default: []].append(automation)
        }
    }

    /// Whether objects of one cluster can be told from those of another.
    var hasSeveralClusters: Bool { bootstraps.count > 1 }

    /// - Parameter candidates: Of one name, ascending by their paths.
    func namesakes(_ candidates: [Candidate]) -> Namesakes {
        var places: [Cluster: [Int]] = [:]
        for (place, candidate) in candidates.enumerated() {
            for cluster in clusters(of: candidate) {
                places[cluster, default: []].append(place)
            }
        }
        return Namesakes(candidates: candidates, places: places)
    }

    /// The numbers of those that a marker for that namespace means: by the automations that write
    /// its file, else by the clusters that deploy it, else by their distance; none where all are in
    /// other clusters than the automations, which read policies of their own cluster only.
    mutating func narrowed(
        _ namesakes: Namesakes, toMarkerIn file: Int, namespace: String
    ) -> [Int] {
        let path = graph.kustomize.files[file].path
        let writing = clusters(writing: path, namespace: namespace)
        if namesakes.areApart(from: writing, bootstraps) { return [] }
        if namesakes.candidates.count == 1 { return namesakes.candidates.map(\.number) }
        let deploying = graph.clusters(of: graph.buildsOfFile[file])
        return namesakes.nearest(
            namesakes.narrowed(namesakes.narrowed(nil, to: writing), to: deploying), to: path)
    }

    /// The numbers of those that an object means: of its clusters, else by their distance.
    func narrowed(_ namesakes: Namesakes, to object: Candidate) -> [Int] {
        namesakes.nearest(
            namesakes.narrowed(nil, to: clusters(of: object.object)), to: object.path)
    }

    private mutating func clusters(writing path: String, namespace: String) -> Set<Cluster> {
        let directory = automations[path] == nil ? RepositoryPath.directory(of: path) ?? "" : path
        let key = WrittenDirectory(directory: directory, namespace: namespace)
        if let known = clustersOfDirectory[key] { return known }
        let clusters = clusters(writingIn: directory, namespace: namespace)
        clustersOfDirectory[key] = clusters
        return clusters
    }

    private func clusters(writingIn path: String, namespace: String) -> Set<Cluster> {
        var all: Set<Cluster> = []
        var directory: String? = path
        while let next = directory {
            for automation in automations[next] ?? [] {
                let place = automation.identity.namespace
                guard place == .absent || place.mayBe(namespace) else { continue }
                all.formUnion(clusters(of: automation.object))
            }
            directory = RepositoryPath.directory(of: next)
        }
        return all
    }

    /// The clusters of an object; an object that nothing builds belongs to the cluster of its
    /// directory.
    private func clusters(of candidate: Candidate) -> Set<Cluster> {
        let clusters = clusters(of: candidate.object)
        guard clusters.isEmpty, bootstraps.count > 1 else { return clusters }
        return Set(
            bootstraps.filter { RepositoryPath.isPath(candidate.path, in: $0.value) }.keys)
    }

    private func clusters(of object: EffectiveObject) -> Set<Cluster> {
        guard object.scopes.isEmpty else { return graph.clusters(of: object.scopes) }
        return graph.clusters(of: object.build.map { [$0] } ?? [])
    }

}

extension ClusterScope.Namesakes {
    /// Whether each is in a bootstrapped cluster, and none in one of these, which are bootstrapped.
    fileprivate func areApart(
        from clusters: Set<Cluster>, _ bootstraps: [Cluster: String]
    ) -> Bool {
        guard !clusters.isEmpty, clusters.isDisjoint(with: places.keys),
            clusters.union(places.keys).allSatisfy({ bootstraps[$0] != nil })
        else { return false }
        return Set(places.values.joined()).count == candidates.count
    }

    /// The places, ascending, that are in one of the clusters; all of them if none is.
    ///
    /// Nil means all places.
    fileprivate func narrowed(_ former: [Int]?, to clusters: Set<Cluster>) -> [Int]? {
        if former?.count == 1 { return former }
        let inside = Set(clusters.flatMap { places[$0] ?? [] })
        let near = former?.filter(inside.contains) ?? inside.sorted()
        return near.isEmpty ? former : near
    }

    /// The numbers of those whose directories share most with the path.
    ///
    /// Paths ascend, so they are side by side, around where that path would be.
    fileprivate func nearest(_ near: [Int]?, to path: String) -> [Int] {
        let near = near ?? Array(candidates.indices)
        func shared(_ place: Int) -> Int {
            near.indices.contains(place)
                ? sharedDirectories(candidates[near[place]].path, path) : -1
        }
        let place = near.indices.partitioned {
            candidates[near[$0]].path.bytesPrecede(path)
        }
        let most = max(shared(place - 1), shared(place))
        var (lower, upper) = (place, place)
        while lower > 0, shared(lower - 1) == most { lower -= 1 }
        while upper < near.count, shared(upper) == most { upper += 1 }
        return near[lower..<upper].map { candidates[$0].number }
    }

    private func sharedDirectories(_ first: String, _ second: String) -> Int {
        var count = 0
        for (byte, other) in zip(first.utf8, second.utf8) {
            guard byte == other else { break }
            if byte == UInt8(ascii: "/") { count += 1 }
        }
        return count
    }
}

/// A root that nothing in the repository builds: a Flux Kustomization, by its file and its place in
/// it, or a directory that something unknown builds.
///
/// A Flux Kustomization that applies itself is one.
enum Cluster: Hashable {
    case kustomization(file: Int, index: Int)
    case build(Int)
}

extension BuildGraph {
    /// The Flux Kustomizations that `flux bootstrap` leaves: they build the file that declares
    /// them.
    var bootstraps: [Cluster: String] {
        var found: [Cluster: String] = [:]
        for (number, build) in builds.enumerated() {
            for scope in build.scopes {
                guard let scope, appliesItself(scope.file, by: number) else { continue }
                found[.kustomization(file: scope.file, index: scope.index)] =
                    kustomize.tree.directories[build.directory].path
            }
        }
        return found
    }

    /// Whether a root builds the file that declares its Flux Kustomization, in its own directory.
    func appliesItself(_ file: Int, by root: Int) -> Bool {
        guard kustomize.files.indices.contains(file) else { return false }
        let directory = kustomize.tree.directories[builds[root].directory].path
        return RepositoryPath.isPath(kustomize.files[file].path, in: directory)
            && buildsOfFile[file].contains { isPart($0, of: root) }
    }

    /// The clusters that Flux Kustomizations are part of.
    func clusters(of scopes: [Scope]) -> Set<Cluster> {
        var clusters: Set<Cluster> = []
        var above: Set<Int> = []
        for scope in scopes {
            let declaring = declaringBuilds(of: scope)
            if declaring.isEmpty {
                clusters.insert(.kustomization(file: scope.file, index: scope.index))
            }
            above.formUnion(declaring)
        }
        return clusters.union(self.clusters(of: above))
    }

    /// The clusters that builds are part of, of a finished graph.
    func clusters(of builds: some Sequence<Int>) -> Set<Cluster> {
        ancestry?.clusters(of: builds) ?? []
    }
}
