import Kustomize
import ManifestFacts

/// A cluster that objects are built for, as far as the repository tells clusters apart.
enum AppliedCluster: Hashable {
    /// A directory that nothing in the repository builds.
    case directory(Int)
    /// The file of the outermost Flux Kustomization.
    case file(Int)
    /// The cluster that a Flux Kustomization's `kubeConfig` names.
    case remote(file: Int, index: Int, EffectiveIdentity)

    /// Whether a Flux Kustomization of the repository applies what is built for it.
    fileprivate var isApplied: Bool {
        if case .directory = self { false } else { true }
    }
}

extension RepositoryModel {
    /// The clusters that an object is built for: each by the outermost thing that builds it; empty
    /// where nothing in the repository does.
    private func clusters(of object: EffectiveObject) -> Set<AppliedCluster> {
        object.build.flatMap { graph.ancestry?.appliedClusters(of: $0) } ?? []
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
            guard case .file(let number) = cluster else { return nil }
            let (path, facts) = (graph.facts.files[number].path, graph.facts.files[number].facts)
            let root = graph.facts.links.root(ofFile: path)
            let built = facts.fluxKustomizations.compactMap { $0.path?.text }
                .filter(NamePattern.isLiteral).compactMap { RepositoryPath.joined($0, to: root) }
            return built.first { !$0.isEmpty && RepositoryPath.isPath(path, in: $0) }
        }
        return directories.isEmpty || directories.contains(nil)
            ? nil : Set(directories.compactMap(\.self))
    }

    private func appliedClusters(of object: EffectiveObject) -> Set<AppliedCluster> {
        clusters(of: object).filter(\.isApplied)
    }
}

extension RepositoryModel {
    /// The directories that `flux bootstrap` made for the clusters that a file is applied to.
    ///
    /// Cost: linear in the number of builds.
    package func bootstrapDirectories(ofFile path: String) -> Set<String> {
        guard let file = graph.kustomize.tree.file(at: path) else { return [] }
        let bootstraps = knownBootstraps.value { graph.bootstraps }
        return Set(graph.clusters(of: graph.buildsOfFile[file]).compactMap { bootstraps[$0] })
    }
}
