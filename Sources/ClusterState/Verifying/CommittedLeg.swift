import ImageReferences
import ManifestFacts
import RepositoryLinking

extension VerifiedImage {
    /// Whether what the cluster's policy has chosen is what Git has; nil where no policy is
    /// followed.
    func committed(_ cluster: ClusterObjects) -> Leg? {
        guard let following else { return nil }
        let name = following.policy
        guard
            let policy = cluster.object(.policy, namespace: name.namespace, name: name.name)
        else { return .unknown(cluster.absence(of: "ImagePolicy", "\(name)")) }
        if let reason = policy.stalenessReason { return .unknown(reason) }
        guard let latest = policy.latestImage else {
            return policy.failure.map { .no("the policy `\(name)` chooses nothing: \($0)") }
                ?? .unknown("the policy `\(name)` has chosen nothing yet")
        }
        guard let part = following.parts.first(where: { latest.text(of: $0.field) != $0.text })
        else {
            // The last choice stays where a policy fails, and automations go on writing it.
            let remark = policy.failure.map { ", but fails now: \($0)" } ?? ""
            return .yes("the policy `\(name)` has chosen \(latest.words)\(remark)")
        }
        let chosen = latest.text(of: part.field)
        return .no(
            "the policy `\(name)` has chosen "
                + (chosen.isEmpty ? "no \(part.field.rawValue)" : "`\(chosen)`")
                + ", and Git has `\(part.text)`" + obstacle(following, cluster))
    }

    /// The reason that keeps automations from writing it, as far as that is known; with its separator.
    private func obstacle(_ following: Following, _ cluster: ClusterObjects) -> String {
        guard case .written(let names) = following.verdict else {
            return "; \(following.verdict)"
        }
        for name in names {
            guard let name = ObjectName(name),
                let automation = cluster.object(
                    .automation, namespace: name.namespace, name: name.name)
            else { continue }
            if automation.isSuspended { return "; the \(automation.words) is suspended" }
            if let failure = automation.failure {
                return "; the \(automation.words) fails: \(failure)"
            }
        }
        return ""
    }
}

extension ClusterObject {
    /// The choice of an ImagePolicy; nil where it has made none.
    ///
    /// A v1 policy tells its `status.latestRef`, an older one its `status.latestImage`.
    var latestImage: SelectedImage? {
        if let latest = status?["latestRef"], let name = latest["name"]?.text,
            let tag = latest["tag"]?.text
        {
            let digest = latest["digest"]?.text ?? ""
            return SelectedImage(name: name, tag: tag, digest: digest.isEmpty ? nil : digest)
        }
        guard let text = status?["latestImage"]?.text, !text.isEmpty else { return nil }
        let reference = ImageReference(text, convention: .fluxRepository)
        let end = (reference.tag.range ?? reference.digest.range)?.lowerBound
        let name = end.map { text.utf8.prefix(max(0, $0 - 1)) } ?? text.utf8[...]
        return SelectedImage(
            name: String(decoding: name, as: UTF8.self), tag: reference.tag.text ?? "",
            digest: reference.digest.text)
    }
}

extension SelectedImage {
    fileprivate var words: String {
        "`\(tag)`" + (digest.map { " (\(Digest($0)?.short ?? $0))" } ?? "")
    }
}
