import ManifestFacts

extension VerifiedImage {
    /// Whether a Kustomization has applied the commit that brought the image's value, and Helm
    /// has released it where a HelmRelease takes it.
    func applied(
        by kustomization: ClusterObject, _ cluster: ClusterObjects,
        _ history: some RepositoryHistory
    ) -> Leg {
        let leg = applied(kustomization, cluster, history)
        guard leg.verdict == .yes, let object, object.kind == "HelmRelease" else { return leg }
        let releases = cluster.objects(of: self, ofKind: "HelmRelease", appliedBy: kustomization)
        if releases.isEmpty {
            return .unknown(cluster.absence(of: "HelmRelease", object.name))
        }
        return Leg.worst(of: releases.map { $0.released(leg.reason) }) ?? leg
    }

    private func applied(
        _ kustomization: ClusterObject, _ cluster: ClusterObjects,
        _ history: some RepositoryHistory
    ) -> Leg {
        guard let text = kustomization.appliedRevision else {
            return kustomization.failure.map { .no("the \(kustomization.words) fails: \($0)") }
                ?? .unknown("the \(kustomization.words) has applied nothing yet")
        }
        guard let revision = GitRevision(text) else {
            return .unknown("the \(kustomization.words) has applied `\(text)`, which is no commit")
        }
        switch change(in: revision.commit, history) {
        case .unknown(let reason): return .unknown(reason)
        case .notHere:
            return .unknown(
                "this clone lacks \(revision.words), which the \(kustomization.words) has applied; "
                    + "fetch first")
        case .lacking(let commit):
            return .no(
                "the \(kustomization.words) has applied \(revision.words), which lacks "
                    + "`\(commit.prefix(7))`: "
                    + kustomization.obstacle(toApplying: self, cluster, history))
        case .contained: return kustomization.hasApplied(revision)
        }
    }
}

extension ClusterObject {
    /// The revision of a Kustomization's source; for an artifact that was built from Git, the
    /// revision there.
    fileprivate var appliedRevision: String? {
        let isGit = specification?["sourceRef"]?["kind"]?.text == "GitRepository"
        let origin = isGit ? nil : status?["lastAppliedOriginRevision"]?.text
        return origin ?? status?["lastAppliedRevision"]?.text
    }

    fileprivate func hasApplied(_ revision: GitRevision) -> Leg {
        if let reason = stalenessReason { return .unknown(reason) }
        let remark = failure.map { ", but fails now: \($0)" } ?? ""
        return .yes("the \(words) has applied \(revision.words)\(remark)")
    }

    /// Why a Kustomization has not applied a commit yet: one clause.
    fileprivate func obstacle(
        toApplying image: VerifiedImage, _ cluster: ClusterObjects,
        _ history: some RepositoryHistory
    ) -> String {
        if isSuspended { return "it is suspended" }
        if let source = source(in: cluster) {
            if source.isSuspended { return "the \(source.words) is suspended" }
            let fetched = source.status?["artifact"]?["revision"]?.text.flatMap { GitRevision($0) }
            if let fetched, case .lacking = image.change(in: fetched.commit, history) {
                return "the \(source.words) has fetched \(fetched.words)"
                    + (source.failure.map { ", and fails: \($0)" } ?? " so far; is it pushed?")
            }
        }
        return failure ?? "it is not there yet"
    }

    /// The GitRepository of a Kustomization; nil where it has none, or is not in the list.
    private func source(in cluster: ClusterObjects) -> ClusterObject? {
        guard let reference = specification?["sourceRef"],
            reference["kind"]?.text == "GitRepository", let name = reference["name"]?.text
        else { return nil }
        return cluster.object(
            .gitRepository, namespace: reference["namespace"]?.text ?? namespace, name: name)
    }

    /// Whether Helm has released what a HelmRelease says.
    ///
    /// - Parameter reason: For a yes.
    fileprivate func released(_ reason: String) -> Leg {
        if isSuspended, !hasFreshStatus { return .no("the \(words) is suspended") }
        if let reason = stalenessReason { return .unknown(reason) }
        if let remedy = remediation { return .no("Helm took the \(words) back: \(remedy)") }
        if let failure { return .no("the \(words) fails: \(failure)") }
        guard let ready = condition("Ready"), ready.status == "True" else {
            return .unknown("the \(words) is not ready yet")
        }
        let last = status?["history"]?.items.first
        if let state = last?["status"]?.text, state != "deployed" {
            return .no("the last release of the \(words) is `\(state)`")
        }
        if let attempted = status?["lastAttemptedConfigDigest"]?.text,
            let released = last?["configDigest"]?.text, attempted != released
        {
            return .no("the last release of the \(words) is of other values")
        }
        return .yes("\(reason), and Helm has released the \(words)")
    }

    /// Helm's remedy for a release that failed: Git and the cluster differ until a new revision.
    private var remediation: String? {
        let conditions = [condition("Remediated"), condition("Ready")].compactMap(\.self)
        return conditions.first { condition in
            ["RollbackSucceeded", "UninstallSucceeded"].contains(condition.reason)
                && (condition.type == "Remediated" ? condition.status == "True" : true)
        }?.words
    }
}
