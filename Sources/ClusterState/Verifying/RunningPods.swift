import ImageReferences
import ManifestFacts
import Reports

extension RunningJudge {
    /// Whether all pods of a finished rollout run the version.
    func podsLeg(
        of workload: Workload, _ containers: [Workload.Container], _ version: ExpectedVersion,
        count: Int
    ) -> Leg {
        let pods = cluster.pods(of: PodOwner(workload.object)).filter(\.isLive)
        guard pods.count >= count else {
            return .unknown(
                pods.isEmpty
                    ? cluster.absence(of: "Pod", rest: " of the \(workload.object.words)")
                    : "the cluster's list has \(pods.count) of \(count) pods of the "
                        + workload.object.words)
        }
        let legs = pods.flatMap { pod in
            containers.map { leg(of: $0, in: pod, version) }
        }
        guard let worst = Leg.worst(of: legs), worst.verdict == .yes else {
            return Leg.worst(of: legs) ?? .unknown("no container is looked at")
        }
        let running = Set(
            pods.flatMap { pod in
                containers.compactMap { pod.containerStatus($0.name)?.imageID }
            }.map { RunningImage(imageID: $0) })
        if expectedDigest(of: version) == nil, running.count > 1 {
            return .unknown(
                "the pods of the \(workload.object.words) run several images of the tag "
                    + "\(version.words); --registry tells which it is now")
        }
        return .yes(
            "\(counted(pods.count, "pod")) of the \(workload.object.words): \(worst.reason)")
    }

    private func leg(
        of container: Workload.Container, in pod: ClusterObject, _ version: ExpectedVersion
    ) -> Leg {
        let own = Workload.Container.containers(in: pod.specification)
            .first { $0.name == container.name }
        guard let own, version.isVersion(of: own.image) else {
            return .no(
                "the \(pod.words) still has " + (own.map { "`\($0.image)`" } ?? "older containers"))
        }
        guard let status = pod.containerStatus(container.name) else {
            return .no("the \(pod.words) has not started `\(container.name)`")
        }
        if let waiting = status.waitingReason { return .no("the \(pod.words): \(waiting)") }
        switch RunningImage(imageID: status.imageID) {
        case .none: return .no("the \(pod.words) has not started `\(container.name)`")
        case .local(let id):
            return .unknown(
                "the \(pod.words) runs the local image `\(id.prefix(19))`, which no registry knows")
        case .digest(let digest): return leg(of: digest, in: pod, version)
        }
    }

    /// Whether a digest that runs is the version: itself, or one image of its index.
    private func leg(
        of running: Digest, in pod: ClusterObject, _ version: ExpectedVersion
    ) -> Leg {
        guard let expected = expectedDigest(of: version) else {
            if case .failed(let reason) = content { return .unknown(reason) }
            return .yes("`\(running.short)`, by the tag alone")
        }
        if running == expected { return .yes("`\(running.short)`") }
        let difference = "the \(pod.words) runs `\(running.short)`"
        switch content {
        case nil:
            return .unknown(
                "\(difference), which may be one platform of `\(expected.short)`; --registry tells")
        case .failed(let reason): return .unknown("\(difference): \(reason)")
        case .known(let digest, let children):
            return digest == expected && children.contains(running)
                ? .yes("`\(running.short)`, an image of the index `\(expected.short)`")
                : .no("\(difference), not `\(expected.short)`")
        }
    }

    /// Git's own, else that of the policy's choice, else that of the registry.
    private func expectedDigest(of version: ExpectedVersion) -> Digest? {
        if let digest = version.digest { return digest }
        if case .known(let digest, _) = content { return digest }
        guard let chosen, chosen.tag == version.tag else { return nil }
        return chosen.digest.flatMap { Digest($0) }
    }

    /// Why a pod of the current specification does not start.
    func startFailure(in workload: Workload) -> String? {
        let images = Set(workload.containers.map(\.image))
        for pod in cluster.pods(of: PodOwner(workload.object)) where pod.isLive {
            let own = Workload.Container.containers(in: pod.specification)
            guard images.isSuperset(of: own.map(\.image)) else { continue }
            let reason = own.lazy.compactMap { pod.containerStatus($0.name)?.waitingReason }.first
            if let reason { return "the \(pod.words): \(reason)" }
        }
        return nil
    }
}

/// A container as a pod's status tells of it.
struct ContainerStatus: Hashable, Sendable {
    let imageID: String
    /// Why the container does not run; nil if it does, or has.
    let waitingReason: String?
}

extension ClusterObject {
    /// Whether a pod is none that ends, or has ended.
    var isLive: Bool {
        !isBeingDeleted && !["Succeeded", "Failed"].contains(status?["phase"]?.text ?? "")
    }

    func containerStatus(_ name: String) -> ContainerStatus? {
        let statuses = ["containerStatuses", "initContainerStatuses"]
            .flatMap { status?[$0]?.items ?? [] }
        guard let status = statuses.first(where: { $0["name"]?.text == name }) else { return nil }
        let reason = status["state"]?["waiting"].map { $0["reason"]?.text ?? "waiting" }
        return ContainerStatus(
            imageID: status["imageID"]?.text ?? "",
            waitingReason: reason.map { "`\(name)` is waiting: `\($0)`" })
    }
}
