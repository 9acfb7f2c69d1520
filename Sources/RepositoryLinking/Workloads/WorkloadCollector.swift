import Kustomize
import ManifestFacts
import SourceText

/// Collects the images of workloads, each as the clusters get it.
struct WorkloadCollector {
    private let model: RepositoryModel
    private let order: [String]
    private var environments: DeployedEnvironments
    private var clusters: WorkloadClusters
    private var names: WorkloadNames
    /// The scalars that images were found in.
    private var seen: Set<SourceLocation> = []
    private var found: [WorkloadImage] = []

    init(of model: RepositoryModel) {
        self.model = model
        order = model.environments.inReadingOrder
        environments = DeployedEnvironments(of: model)
        clusters = WorkloadClusters(of: model)
        names = WorkloadNames(of: model)
    }

    mutating func images() -> [WorkloadImage] {
        for image in model.deployedImages { add(image) }
        for image in model.images where image.fact.use != .override && !model.isPatch(image) {
            addUnbuilt(image)
        }
        addLoneMarkers()
        return found
    }

    private mutating func add(_ image: DeployedImage) {
        guard let version = image.version else { return }
        seen.formUnion(version.image.places)
        seen.formUnion(image.written?.places ?? [])
        guard model.reach(ofFile: image.path) == .deployed else { return }
        for root in image.roots {
            let names = names.names(of: image.object, inFile: image.path, at: root)
            let environments = environments.names(
                ofPath: image.path, namespace: image.object.namespace, in: [root])
            for cluster in clusters.names(of: root) {
                found.append(
                    WorkloadImage(
                        workload: Workload(
                            cluster: cluster, kind: image.object.kind ?? "",
                            namespace: names.namespace, name: names.name),
                        environments: order.filter(environments.contains), version: version,
                        object: image.object, path: image.path, isImage: true,
                        written: image.written, holder: image.holder, setter: nil))
            }
        }
    }

    /// Adds an image of a file that nothing in the repository builds: a Flux Kustomization that is
    /// elsewhere may apply the file as it is.
    private mutating func addUnbuilt(_ image: Placed<ImageFact>) {
        guard seen.isDisjoint(with: image.places), model.roots(reaching: image.path).isEmpty,
            model.reach(ofFile: image.path) == .deployed
        else { return }
        seen.formUnion(image.places)
        let version: WorkloadImage.Version =
            switch model.deployedParts(ofPlaced: image).version {
            case .unknown(let reason): .unknown(FinalImage(image), reason: reason)
            case .deployed, .replaced: .runs(FinalImage(image))
            }
        add(version, image.fact.object, at: image.path, written: image)
    }

    private mutating func addLoneMarkers() {
        let known = Set(model.images.flatMap { image in image.fact.scalars.map(image.place) })
        for marker in model.markers {
            guard let deployed = DeployedTag(marker), !known.contains(deployed.place),
                model.reach(ofFile: marker.path) == .deployed,
                seen.insert(SourceLocation(path: marker.path, span: deployed.scalar)).inserted
            else { continue }
            let final = FinalImage(
                name: deployed.image?.full, tag: .known(deployed.tag), digest: .absent,
                places: [SourceLocation(path: marker.path, span: deployed.scalar)])
            add(
                .runs(final), marker.fact.object, at: marker.path,
                setter: marker.fact.liveSetter?.text)
        }
    }

    private mutating func add(
        _ version: WorkloadImage.Version, _ object: ObjectIdentity?, at path: String,
        written: Placed<ImageFact>? = nil, setter: String? = nil
    ) {
        let directory = RepositoryPath.directory(of: path) ?? ""
        let roots = model.roots(reaching: path)
        let own = environments.roots(ofPath: path, namespace: object?.namespace)
        let clusters = roots.isEmpty ? [directory] : roots.flatMap { self.clusters.names(of: $0) }
        for cluster in Set(clusters).sorted() {
            found.append(
                WorkloadImage(
                    workload: Workload(
                        cluster: cluster, kind: object?.kind ?? "",
                        namespace: object?.namespace, name: object?.name ?? path),
                    environments: order.filter { own[$0] != nil }, version: version,
                    object: object, path: path, isImage: setter == nil, written: written,
                    holder: nil, setter: setter))
        }
    }
}

extension DeployedImage {
    /// Nil for an image that is taken away.
    fileprivate var version: WorkloadImage.Version? {
        switch outcome {
        case .runs(let final): .runs(final)
        case .removed: nil
        case .unknown(let reason): written.map { .unknown(FinalImage($0), reason: reason) }
        }
    }
}

/// The clusters of roots, each found once.
private struct WorkloadClusters {
    private let model: RepositoryModel
    private var known: [BuildRoot: [String]] = [:]

    init(of model: RepositoryModel) { self.model = model }

    /// Ascending; never empty.
    mutating func names(of root: BuildRoot) -> [String] {
        if let names = known[root] { return names }
        let names = model.clusterNames(of: root)
        known[root] = names
        return names
    }
}

/// The names that roots give to objects, each found once.
private struct WorkloadNames {
    private struct Key: Hashable {
        let object: ObjectIdentity
        let path: String
    }

    private let model: RepositoryModel
    private var known: [Key: [BuildRoot: (namespace: String?, name: String)]] = [:]

    init(of model: RepositoryModel) { self.model = model }

    mutating func names(
        of object: ObjectIdentity, inFile path: String, at root: BuildRoot
    ) -> (namespace: String?, name: String) {
        let key = Key(object: object, path: path)
        let names = known[key] ?? model.namesByRoot(of: object, inFile: path)
        known[key] = names
        return names[root] ?? (object.namespace, object.name ?? "")
    }
}
