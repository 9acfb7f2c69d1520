import ImageReferences
import ManifestFacts
import RepositoryLinking

/// Why it cannot be told which workloads run an image: one clause.
private struct UnseenReason: Error {
    let reason: String
}

/// Judges whether workloads run an image: their specifications, their rollouts and their pods.
struct RunningJudge {
    let image: VerifiedImage
    let cluster: ClusterObjects
    /// All versions that Git has for the workload and image name: of several containers, or of one
    /// base in several namespaces.
    let versions: Set<ExpectedVersion>
    /// Nil where the registry was not asked.
    let content: ImageContent?

    func leg(appliedBy kustomization: ClusterObject) -> Leg {
        if let doubt = image.doubt {
            return .unknown("the repository does not tell which image it is: \(doubt)")
        }
        guard let version = image.version else {
            return .unknown("Git has no whole tag or digest here; a chart or a variable adds to it")
        }
        guard let name = image.name ?? chosen.flatMap({ ImageName($0.name) }) else {
            return .unknown("neither Git nor a policy of the cluster tells the image's name")
        }
        if kustomization.specification?["kubeConfig"] != nil {
            return .unknown("the \(kustomization.words) applies to another cluster")
        }
        let found: [Workload]
        switch workloads(appliedBy: kustomization, running: name.canonical) {
        case .success(let workloads): found = workloads
        case .failure(let failure): return .unknown(failure.reason)
        }
        let legs = found.map { leg(of: $0, version, name) }
        return Leg.worst(of: legs) ?? .unknown("no workload of the cluster's list runs the image")
    }

    /// The choice of the policy that the image follows.
    var chosen: SelectedImage? {
        guard let name = image.following?.policy else { return nil }
        return cluster.object(.policy, namespace: name.namespace, name: name.name)?.latestImage
    }

    // MARK: Workloads

    private func workloads(
        appliedBy kustomization: ClusterObject, running name: String
    ) -> Result<[Workload], UnseenReason> {
        guard image.isOfObject, let object = image.object, let kind = object.kind else {
            return .success(cluster.workloads.filter { !$0.containers(ofImage: name).isEmpty })
        }
        let isRelease = kind == "HelmRelease"
        guard isRelease || Workload.kinds.contains(kind) else {
            return .failure(UnseenReason(reason: "pods of a \(kind) are not looked at"))
        }
        let objects = cluster.objects(of: image, ofKind: kind, appliedBy: kustomization)
        guard !objects.isEmpty else {
            return .failure(UnseenReason(reason: cluster.absence(of: kind, object.name)))
        }
        if !isRelease { return .success(objects.compactMap { Workload($0) }) }
        if let remote = objects.first(where: { $0.specification?["kubeConfig"] != nil }) {
            return .failure(
                UnseenReason(reason: "the \(remote.words) installs in another cluster"))
        }
        let released = objects.flatMap { cluster.workloads(ofRelease: $0) }
            .filter { !$0.containers(ofImage: name).isEmpty }
        guard released.isEmpty else { return .success(released) }
        return .failure(
            UnseenReason(
                reason: "no workload of the \(objects[0].words) in the cluster's list has the image"
            ))
    }

    private func leg(of workload: Workload, _ version: ExpectedVersion, _ name: ImageName) -> Leg {
        let words = workload.object.words
        let containers = workload.containers(ofImage: name.canonical)
        guard !containers.isEmpty else {
            return workload.containers.contains { version.isVersion(of: $0.image) }
                ? .unknown("the \(words) has \(version.words) under another name only")
                : .no("the \(words) has no container of this image")
        }
        let other = containers.first { container in
            !versions.contains { $0.isVersion(of: container.image) }
        }
        if let other { return .no("the \(words) has `\(other.image)`") }
        let own = containers.filter { version.isVersion(of: $0.image) }
        if own.isEmpty { return .no("the \(words) has `\(containers[0].image)`") }
        switch Rollout(of: workload.object) {
        case .unknown(let reason): return .unknown("the \(words): \(reason)")
        case .unfinished(let reason):
            let detail = startFailure(in: workload).map { "; \($0)" } ?? ""
            return .no("the \(words): \(reason)\(detail)")
        case .nothingRuns(let reason): return .yes("nothing runs: the \(words): \(reason)")
        case .finished(let count):
            return podsLeg(of: workload, own, version, count: count)
        }
    }
}
