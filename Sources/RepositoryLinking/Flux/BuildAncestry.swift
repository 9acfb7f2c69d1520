import Kustomize

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
        var known: [Cluster] = []
        var numbers: [Cluster: Int] = [:]
        func number(of cluster: Cluster) -> Int {
            if let number = numbers[cluster] { return number }
            numbers[cluster] = known.count
            known.append(cluster)
            return known.count - 1
        }
        clusterSets = AncestorSets(nodeCount: builds.count) { build in
            builds[build].parents + builds[build].scopes.flatMap(graph.declaringBuilds)
        } own: { build in
            builds[build].scopes.compactMap { scope -> Int? in
                guard let scope else { return number(of: .build(build)) }
                let declaring = graph.declaringBuilds(of: scope)
                guard
                    declaring.isEmpty
                        || declaring.contains(where: { roots.contains(build, at: $0) })
                else { return nil }
                return number(of: .kustomization(file: scope.file, index: scope.index))
            }
        }
        let sets = clusterSets
        clusters = (0..<sets.setCount).map { set in
            Set(sets.elements(ofSet: set).numbers.map { known[$0] })
        }
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

    func clusters(of builds: some Sequence<Int>) -> Set<Cluster> {
        let sets = Set(builds.map(clusterSets.setNumber))
        guard let first = sets.first else { return [] }
        return sets.dropFirst().reduce(into: clusters[first]) { $0.formUnion(clusters[$1]) }
    }
}

extension AncestorSets {
    fileprivate func contains(_ element: Int, at node: Int) -> Bool {
        let numbers = self[node].numbers
        let place = numbers.indices.partitioned { numbers[$0] < element }
        return place < numbers.count && numbers[place] == element
    }
}
