import Kustomize
import ManifestFacts

/// The roots and clusters above each build of a finished graph.
struct BuildAncestry: Sendable {
    /// More Flux Kustomizations behind one build count as one of which nothing is known.
    private static let scopeLimit = 64

    private let roots: AncestorSets
    /// By number of a set of roots.
    private let scopes: [[Scope?]]
    private let clusterSets: AncestorSets
    /// By number of a set of clusters.
    private let clusters: [Set<Cluster>]
    private let appliedSets: AncestorSets
    /// By number of a set of applied clusters.
    private let applied: [Set<AppliedCluster>]

    /// Cost: linear in the number of builds and the ways between them.
    init(_ graph: BuildGraph) {
        let builds = graph.builds
        let roots = AncestorSets(nodeCount: builds.count) {
            builds[$0].parents
        } own: {
            builds[$0].scopes.isEmpty ? [] : [$0]
        }
        self.roots = roots
        scopes = (0..<roots.setCount).map { set in
            let elements = roots.elements(ofSet: set)
            return Self.scopes(of: elements.numbers, isComplete: elements.isComplete, builds)
        }
        (clusterSets, clusters) = Self.sets(graph, above: graph.declaringBuilds) { build, scope in
            guard let scope else { return .build(build) }
            let declaring = graph.declaringBuilds(of: scope)
            return declaring.isEmpty || declaring.contains { roots.contains(build, at: $0) }
                ? .kustomization(file: scope.file, index: scope.index) : nil
        }
        let walk = AppliedWalk(graph, roots)
        (appliedSets, applied) = Self.sets(graph, above: walk.above, own: walk.cluster)
    }

    /// The values of each build and of all that is above it: builds that include it, and those that
    /// a Flux Kustomization leads to.
    private static func sets<Value: Hashable>(
        _ graph: BuildGraph, above: (Scope?) -> [Int], own: (Int, Scope?) -> Value?
    ) -> (AncestorSets, [Set<Value>]) {
        var values: [Value] = []
        var numbers: [Value: Int] = [:]
        let sets = AncestorSets(nodeCount: graph.builds.count) { build in
            graph.builds[build].parents + graph.builds[build].scopes.flatMap(above)
        } own: { build in
            graph.builds[build].scopes.compactMap { scope in
                own(build, scope).map { value in
                    if let number = numbers[value] { return number }
                    numbers[value] = values.count
                    values.append(value)
                    return values.count - 1
                }
            }
        }
        let byNumber = (0..<sets.setCount).map { set in
            Set(sets.elements(ofSet: set).numbers.map { values[$0] })
        }
        return (sets, byNumber)
    }

    /// See `BuildGraph.scopes(of:)`.
    static func scopes(
        of roots: [Int], isComplete: Bool, _ builds: [DirectoryBuild]
    ) -> [Scope?] {
        var scopes: [Scope?] = []
        var seen: Set<Scope?> = []
        for root in roots {
            for scope in builds[root].scopes where seen.insert(scope).inserted {
                scopes.append(scope)
                if scopes.count > Self.scopeLimit { return [.unknown] }
            }
        }
        // A directory that is too deep has lost its root.
        return isComplete && !scopes.isEmpty ? scopes : [.unknown]
    }

    func roots(of build: Int) -> [Int] { roots[build].numbers }

    func isPart(_ build: Int, of root: Int) -> Bool { roots.contains(root, at: build) }

    func scopes(of build: Int) -> [Scope?] { scopes[roots.setNumber(of: build)] }

    func appliedClusters(of build: Int) -> Set<AppliedCluster> {
        applied[appliedSets.setNumber(of: build)]
    }

    func clusters(of builds: some Sequence<Int>) -> Set<Cluster> {
        let sets = Set(builds.map(clusterSets.setNumber))
        guard let first = sets.first else { return [] }
        return sets.dropFirst().reduce(into: clusters[first]) { $0.formUnion(clusters[$1]) }
    }
}

/// The way from a build to the clusters that it is applied to.
private struct AppliedWalk {
    private let graph: BuildGraph
    /// Files with a Flux Kustomization that builds a Flux Kustomization of the same file.
    private let selfApplied: Set<Int>

    init(_ graph: BuildGraph, _ roots: AncestorSets) {
        self.graph = graph
        var selfApplied: Set<Int> = []
        for (number, build) in graph.builds.enumerated() {
            for file in Set(build.scopes.compactMap { $0?.file }) where !selfApplied.contains(file)
            {
                let declaring =
                    graph.buildsOfFile.indices.contains(file) ? graph.buildsOfFile[file] : []
                if declaring.contains(where: { roots.contains(number, at: $0) }) {
                    selfApplied.insert(file)
                }
            }
        }
        self.selfApplied = selfApplied
    }

    /// The builds that declare a Flux Kustomization; none where its cluster is known already.
    func above(_ scope: Scope?) -> [Int] {
        isOutermost(scope) ? [] : graph.declaringBuilds(of: scope)
    }

    /// The cluster of what a Flux Kustomization applies; nil where others apply itself.
    func cluster(_ build: Int, _ scope: Scope?) -> AppliedCluster? {
        guard isOutermost(scope) else { return nil }
        guard let scope, graph.kustomize.files.indices.contains(scope.file) else {
            return .directory(graph.builds[build].directory)
        }
        return appliesElsewhere(scope)
            ? .remote(file: scope.file, index: scope.index, scope.identity) : .file(scope.file)
    }

    private func isOutermost(_ scope: Scope?) -> Bool {
        guard let scope else { return true }
        // What applies itself, as `flux bootstrap` leaves it, is as far as one can see.
        return graph.declaringBuilds(of: scope).isEmpty || selfApplied.contains(scope.file)
            || appliesElsewhere(scope)
    }

    private func appliesElsewhere(_ scope: Scope) -> Bool {
        guard graph.kustomize.files.indices.contains(scope.file) else { return false }
        return graph.kustomize.files[scope.file].facts.fluxKustomizations[scope.index]
            .appliesElsewhere
    }
}

extension AncestorSets {
    fileprivate func contains(_ element: Int, at node: Int) -> Bool {
        let numbers = self[node].numbers
        let place = numbers.indices.partitioned { numbers[$0] < element }
        return place < numbers.count && numbers[place] == element
    }
}
