import ManifestFacts

/// Tells objects of one name apart by where they come from, for whoever means one of them.
///
/// A repository of several clusters often holds an object of the same name for each of them.
struct ClusterScope {
    /// More objects of one name are not told apart.
    static let candidateLimit = 1024

    /// An object among others of its name.
    struct Candidate {
        let number: Int
        let path: String
        let object: EffectiveObject
    }

    private let graph: BuildGraph
    private var clustersOfBuild: [Int: Set<Cluster>] = [:]
    /// By the paths that automations write.
    private var automations: [String: [Effective<ImageUpdateAutomationFact>]] = [:]

    init(_ graph: BuildGraph, automations: [Effective<ImageUpdateAutomationFact>]) {
        self.graph = graph
        for automation in automations {
            let path = automation.object.field(["spec", "update", "path"]).text ?? ""
            guard let path = RepositoryPath.joined(path, to: "") else { continue }
            self.automations[path, default: []].append(automation)
        }
    }

    /// Those of the candidates that a marker for that namespace means: by the automations that
    /// write its file, else by the clusters that deploy it, else by their distance.
    mutating func narrowed(
        _ candidates: [Candidate], toMarkerIn file: Int, namespace: String
    ) -> [Candidate] {
        guard candidates.count > 1 else { return candidates }
        let path = graph.kustomize.files[file].path
        let writing = clusters(writing: path, namespace: namespace)
        let deploying = clusters(of: graph.buildsOfFile[file])
        return Self.nearest(
            narrowed(narrowed(candidates, to: writing), to: deploying), to: path)
    }

    /// Those that an object means: of its clusters, else by their distance.
    mutating func narrowed(_ candidates: [Candidate], to object: Candidate) -> [Candidate] {
        guard candidates.count > 1 else { return candidates }
        return Self.nearest(
            narrowed(candidates, to: clusters(of: object.object)), to: object.path)
    }

    private mutating func narrowed(
        _ candidates: [Candidate], to clusters: Set<Cluster>
    ) -> [Candidate] {
        guard candidates.count > 1, candidates.count <= Self.candidateLimit, !clusters.isEmpty
        else { return candidates }
        let near = candidates.filter { !self.clusters(of: $0.object).isDisjoint(with: clusters) }
        return near.isEmpty ? candidates : near
    }

    private mutating func clusters(writing path: String, namespace: String) -> Set<Cluster> {
        var all: Set<Cluster> = []
        var folder: String? = path
        while let next = folder {
            for automation in automations[next] ?? [] {
                let place = automation.identity.namespace
                guard place == .absent || place.mayBe(namespace) else { continue }
                all.formUnion(clusters(of: automation.object))
            }
            folder = RepositoryPath.folder(of: next)
        }
        return all
    }

    private mutating func clusters(of object: EffectiveObject) -> Set<Cluster> {
        guard object.scopes.isEmpty else { return graph.clusters(of: object.scopes) }
        return clusters(of: object.build.map { [$0] } ?? [])
    }

    private mutating func clusters(of builds: [Int]) -> Set<Cluster> {
        var all: Set<Cluster> = []
        for build in builds {
            let clusters = clustersOfBuild[build] ?? graph.clusters(of: [build])
            clustersOfBuild[build] = clusters
            all.formUnion(clusters)
        }
        return all
    }

    /// Those whose folders share most with the path.
    private static func nearest(_ candidates: [Candidate], to path: String) -> [Candidate] {
        guard candidates.count > 1, candidates.count <= candidateLimit else { return candidates }
        let shared = candidates.map { sharedFolders($0.path, path) }
        let most = shared.max()
        return zip(candidates, shared).filter { $1 == most }.map(\.0)
    }

    private static func sharedFolders(_ first: String, _ second: String) -> Int {
        var count = 0
        for (byte, other) in zip(first.utf8, second.utf8) {
            guard byte == other else { break }
            if byte == UInt8(ascii: "/") { count += 1 }
        }
        return count
    }
}

/// What nothing in the repository builds in turn: a Flux Kustomization, by its file and its place
/// there, or a folder that somebody unknown builds.
///
/// A Flux Kustomization that applies itself is one.
private enum Cluster: Hashable {
    case kustomization(file: Int, index: Int)
    case build(Int)
}

extension BuildGraph {
    private static let clusterLimit = 4096

    /// The clusters that Flux Kustomizations are part of.
    fileprivate func clusters(of scopes: [Scope]) -> Set<Cluster> {
        var clusters: Set<Cluster> = []
        var above: [Int] = []
        for scope in scopes {
            let declaring = declaringBuilds(of: scope)
            if declaring.isEmpty {
                clusters.insert(.kustomization(file: scope.file, index: scope.index))
            }
            above += declaring
        }
        return clusters.union(self.clusters(of: above))
    }

    fileprivate func clusters(of builds: [Int]) -> Set<Cluster> {
        var clusters: Set<Cluster> = []
        var seen = Set(builds)
        var queue = builds
        while let next = queue.popLast(), seen.count < Self.clusterLimit {
            var above = self.builds[next].parents
            for scope in self.builds[next].scopes {
                guard let scope else {
                    clusters.insert(.build(next))
                    continue
                }
                let declaring = declaringBuilds(of: scope)
                if declaring.isEmpty || declaring.contains(where: { isPart($0, of: next) }) {
                    clusters.insert(.kustomization(file: scope.file, index: scope.index))
                }
                above += declaring
            }
            for number in above where seen.insert(number).inserted { queue.append(number) }
        }
        return clusters
    }

    /// The builds that bring in the Flux Kustomization at work.
    private func declaringBuilds(of scope: Scope) -> [Int] {
        buildsOfFile.indices.contains(scope.file) ? buildsOfFile[scope.file] : []
    }

    private func isPart(_ build: Int, of root: Int) -> Bool {
        rootBuilds(of: build).contains(root)
    }
}
