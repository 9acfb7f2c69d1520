import ImageReferences

/// A Deployment, StatefulSet, DaemonSet or CronJob: what it is to run, and how far that is.
struct Workload: Hashable, Sendable {
    static let kinds = ["Deployment", "StatefulSet", "DaemonSet", "CronJob"]

    /// A container of its pods.
    struct Container: Hashable, Sendable {
        let name: String
        let image: String
    }

    let object: ClusterObject
    /// Init containers first.
    let containers: [Container]

    /// Nil for an object of another kind.
    init?(_ object: ClusterObject) {
        guard Self.kinds.contains(object.kind) else { return nil }
        self.object = object
        let template =
            object.kind == "CronJob"
            ? object.specification?["jobTemplate"]?["spec"]?["template"]
            : object.specification?["template"]
        containers = Container.containers(in: template?["spec"])
    }

    /// The containers of that image, by its name alone.
    func containers(ofImage canonicalName: String) -> [Container] {
        containers.filter { container in
            Repository(nameIn: container.image)?.canonicalName == canonicalName
        }
    }
}

extension Workload.Container {
    static func containers(in pod: ClusterValue?) -> [Workload.Container] {
        ["initContainers", "containers"].flatMap { pod?[$0]?.items ?? [] }.compactMap { value in
            guard let name = value["name"]?.text, let image = value["image"]?.text else {
                return nil
            }
            return Workload.Container(name: name, image: image)
        }
    }
}

/// Something that pods belong to.
struct PodOwner: Hashable {
    let kind: String
    let namespace: String
    let name: String

    init(_ workload: ClusterObject) {
        kind = workload.kind
        namespace = workload.namespace
        name = workload.name
    }

    private init(kind: String, namespace: String, name: String) {
        self.kind = kind
        self.namespace = namespace
        self.name = name
    }

    /// A Deployment owns its pods through ReplicaSets, which have its name and the pods' hash.
    static func owners(of pod: ClusterObject) -> [PodOwner] {
        let hash = pod.label("pod-template-hash").map { "-\($0)" }
        let deployments = pod.owners(ofKind: "ReplicaSet").compactMap { name -> PodOwner? in
            guard let hash, name.hasSuffix(hash) else { return nil }
            return PodOwner(
                kind: "Deployment", namespace: pod.namespace,
                name: String(name.dropLast(hash.count)))
        }
        return deployments
            + ["StatefulSet", "DaemonSet"].flatMap { kind in
                pod.owners(ofKind: kind).map {
                    PodOwner(kind: kind, namespace: pod.namespace, name: $0)
                }
            }
    }
}
