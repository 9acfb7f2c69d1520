import Kustomize

/// Finds the cluster's Kustomizations that apply what the repository's roots build.
struct KustomizationSearch {
    enum Answer {
        case found([ClusterObject])
        /// Another cluster of the repository has the root.
        case otherCluster
        /// With the reason: one clause.
        case unknown(String)
    }

    private let cluster: ClusterObjects
    /// By the directory that each applies.
    private let byDirectory: [String: [ClusterObject]]
    /// The directories of `flux bootstrap` that this cluster applies.
    private let bootstraps: Set<String>
    /// By `namespace/name`: the directories that the repository has for it.
    private let directories: [String: Set<String>]

    init(_ cluster: ClusterObjects, for images: [VerifiedImage]) {
        self.cluster = cluster
        let byDirectory = Dictionary(grouping: cluster[.kustomization]) { $0.directory ?? "\0" }
        self.byDirectory = byDirectory
        let known = images.reduce(into: Set<String>()) { $0.formUnion($1.root.bootstraps) }
        bootstraps = known.filter { byDirectory[$0] != nil }
        directories = images.reduce(into: [:]) { all, image in
            guard let title = image.root.title else { return }
            all[title, default: []].insert(image.root.directory)
        }
    }

    func kustomizations(of root: VerifiedImage.Root) -> Answer {
        if !bootstraps.isEmpty, !root.bootstraps.isEmpty,
            bootstraps.isDisjoint(with: root.bootstraps)
        {
            return .otherCluster
        }
        guard let title = root.title, let namespace = root.namespace, let name = root.name else {
            return found(applying: root).map { .found($0) }
                ?? .unknown(
                    cluster.absence(
                        of: "Kustomization", rest: " that applies `./\(root.directory)`"))
        }
        guard
            let object = cluster.object(.kustomization, namespace: namespace, name: name)
        else { return .unknown(cluster.absence(of: "Kustomization", title)) }
        guard let directory = object.directory, directory != root.directory else {
            return .found([object])
        }
        if directories[title]?.contains(directory) ?? false { return .otherCluster }
        return .unknown("the \(object.words) applies `./\(directory)`, not `./\(root.directory)`")
    }
}

extension KustomizationSearch {
    /// Of a plain directory also those that apply it with a directory above it: the nearest.
    fileprivate func found(applying root: VerifiedImage.Root) -> [ClusterObject]? {
        var next: String? = root.directory
        while let directory = next {
            if let found = byDirectory[directory] { return found }
            next = root.isPlain ? RepositoryPath.directory(of: directory) : nil
        }
        return nil
    }
}

extension VerifiedImage.Root {
    /// `NAMESPACE/NAME`; nil where one of them is not known.
    var title: String? { namespace.flatMap { space in name.map { "\(space)/\($0)" } } }
}

extension ClusterObject {
    /// The directory that a Kustomization applies; nil for none in the repository.
    var directory: String? {
        let path = specification?["path"]?.text ?? ""
        return RepositoryPath.joined(String(path.drop { $0 == "/" }), to: "")
    }
}
