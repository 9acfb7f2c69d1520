package import Configuration
import TagPolicies

/// Whether policies take a tag.
package enum TagAdmission: Hashable, Sendable {
    case admitted
    /// The first policy that does not, and why: one clause, lower case, no full stop.
    case refused(policy: String, reason: String)
    /// The first policy of which that is not known.
    case unknown(policy: String, reason: String)
}

extension [LinkedPolicy] {
    /// Whether all of these policies could select a tag; without policies, it is admitted.
    package func admission(of tag: String) -> TagAdmission {
        let answers = map { $0.admission(of: tag) }
        return answers.first { if case .refused = $0 { true } else { false } }
            ?? answers.first { $0 != .admitted } ?? .admitted
    }
}

extension LinkedPolicy {
    /// Whether the policy could select a tag, and if not, why.
    package func admission(of tag: String) -> TagAdmission {
        guard let policy = reading.policy, let selection = reading.selection(from: [tag]) else {
            return .unknown(
                policy: name, reason: "the repository leaves open which tags it selects")
        }
        if selection.selected == tag { return .admitted }
        let reason =
            selection.verdicts.first.map { policy.reason(for: $0) }
            ?? selection.failure?.description ?? "it selects nothing"
        return .refused(policy: name, reason: reason)
    }
}

extension RepositoryModel {
    /// The tag that an image gets when it is promoted to an environment, proved against the
    /// environment's `tags` and the policies that are followed there.
    ///
    /// - Parameter policies: Those that the markers to be written may mean.
    package func promotedTag(
        of tag: String, to target: Environment, followed policies: [LinkedPolicy]
    ) throws(PromotionRefusal) -> String {
        try configuration.promotedTag(of: tag, to: target) { tag throws(PromotionRefusal) in
            switch policies.admission(of: tag) {
            case .admitted: return
            case .refused(let policy, let reason), .unknown(let policy, let reason):
                throw .policy(tag: tag, policy: policy, reason: reason)
            }
        }
    }

    /// The policies that the markers of an image in an environment may mean, each once.
    package func policiesFollowed(
        byImage image: ImageName, in environment: String
    ) -> [LinkedPolicy] {
        var seen: Set<Int> = []
        return imagePlacements.filter {
            $0.name?.canonical == image.canonical && $0.environments.contains(environment)
        }
        .flatMap(\.markers).flatMap { policyLinks.policies(of: $0) }
        .filter { seen.insert($0.number).inserted }
    }
}
