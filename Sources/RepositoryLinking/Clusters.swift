import Kustomize
import ManifestFacts

/// A cluster that objects are built for, as far as the repository tells clusters apart.
private enum BuiltCluster: Hashable {
    /// A directory that nothing in the repository builds.
    case directory(String)
    /// The file of the outermost Flux Kustomization.
    case file(String)
    /// The cluster that a Flux Kustomization's `kubeConfig` names.
    case remote(BuildRoot.Builder)
}

extension RepositoryModel {
    /// The clusters that an object is built for: each by the outermost thing that builds it; empty
    /// where nothing in the repository does.
    private func clusters(of object: EffectiveObject) -> Set<BuiltCluster> {
        var clusters: Set<BuiltCluster> = []
        var seen: Set<BuildRoot> = []
        var queue = roots(of: object)
        while let root = queue.popLast() {
            guard seen.insert(root).inserted else { continue }
            guard let builder = root.builder else {
                clusters.insert(.directory(root.directory))
                continue
            }
            let path = builder.path
            let outer = roots(reaching: path)
            if appliesElsewhere(builder) {
                clusters.insert(.remote(builder))
            } else if outer.isEmpty || outer.contains(where: { $0.builder?.path == path }) {
                // What applies itself, as `flux bootstrap` leaves it, is as far as one can see.
                clusters.insert(.file(path))
            } else {
                queue += outer
            }
        }
        return clusters
    }

    private func appliesElsewhere(_ builder: BuildRoot.Builder) -> Bool {
        let facts = file(at: builder.path)?.facts.fluxKustomizations ?? []
        return facts.indices.contains(builder.index) && facts[builder.index].appliesElsewhere
    }

    /// Whether two objects may come to one cluster: the same thing builds both, or nothing does and
    /// their files lie side by side.
    package func mayShareCluster<Left, Right>(
        _ left: Effective<Left>, _ right: Effective<Right>
    ) -> Bool {
        let (first, second) = (clusters(of: left.object), clusters(of: right.object))
        guard first.isEmpty, second.isEmpty else { return !first.isDisjoint(with: second) }
        return RepositoryPath.directory(of: left.fact.path)
            == RepositoryPath.directory(of: right.fact.path)
    }

    /// Whether Flux Kustomizations of the repository apply both objects to one cluster.
    package func shareCluster(_ left: EffectiveObject, _ right: EffectiveObject) -> Bool {
        !appliedClusters(of: left).isDisjoint(with: appliedClusters(of: right))
    }

    /// Whether Flux Kustomizations of the repository apply the objects to clusters, and never to
    /// the same.
    package func areInDifferentClusters(
        _ left: EffectiveObject, _ right: EffectiveObject
    ) -> Bool {
        let (first, second) = (clusters(of: left), clusters(of: right))
        return !first.isEmpty && !second.isEmpty && first.isDisjoint(with: second)
            && (first.union(second)).allSatisfy(\.isApplied)
    }

    /// The directories that `flux bootstrap` made for the clusters of an object; nil where another
    /// cluster may have it, and where nothing is known of one.
    package func bootstrapDirectories(of object: EffectiveObject) -> Set<String>? {
        let directories = clusters(of: object).map { cluster -> String? in
            guard case .file(let path) = cluster, let file = file(at: path) else { return nil }
            let built = file.facts.fluxKustomizations.compactMap { $0.path?.text }
                .filter(NamePattern.isLiteral).compactMap { RepositoryPath.joined($0, to: "") }
            return built.first { !$0.isEmpty && RepositoryPath.isPath(path, in: $0) }
        }
        return directories.isEmpty || directories.contains(nil)
            ? nil : Set(directories.compactMap(\.self))
    }

    private func appliedClusters(of object: EffectiveObject) -> Set<BuiltCluster> {
        clusters(of: object).filter(\.isApplied)
    }
}

extension BuiltCluster {
    /// Whether a Flux Kustomization of the repository applies what is built for it.
    fileprivate var isApplied: Bool {
        if case .directory = self { false } else { true }
    }
}
