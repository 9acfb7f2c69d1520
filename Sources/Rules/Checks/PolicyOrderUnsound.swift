import RegularLanguages
import RepositoryLinking
import RuleCatalog
import TagPolicies

/// Flags policies that take an older tag for later than a newer one.
struct PolicyOrderUnsound: PolicyRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.policyOrderUnsound)

    func findings(about policy: LinkedPolicy, in model: RepositoryModel) -> [Finding] {
        guard let tagPolicy = policy.reading.policy, let flaw = flaw(in: tagPolicy, policy, model)
        else { return [] }
        let because =
            switch flaw.cause {
            case .number: "as this policy compares them"
            case .joinedNumbers: "as the extracted numbers run into one"
            case .hash: "as a hash decides"
            }
        return [
            finding(
                "of `\(flaw.older)` and `\(flaw.newer)` Flux selects the first, \(because)",
                at: policy.selectorLocation, of: policy,
                witness: Witness(environment: nil, tag: flaw.older))
        ]
    }

    /// Tags that exist say more than the pattern: where there are some, they alone are asked.
    private func flaw(
        in policy: TagPolicy, _ linked: LinkedPolicy, _ model: RepositoryModel
    ) -> OrderFlaw? {
        if case .semver = policy.ordering { return nil }
        let tags = model.policyLinks.deployedTags(of: linked)
            .filter { linked.admits($0) == true }
        if !tags.isEmpty {
            let flaws = tags.compactMap { policy.orderFlaw(like: $0, trusts: true) }
            return flaws.count == tags.count ? flaws.first : nil
        }
        guard !policy.countsTime, case .found(let sample)? = linked.sample else {
            return nil
        }
        return policy.orderFlaw(like: sample, trusts: false)
    }
}

extension TagPolicy {
    /// Whether the template names a group that is called after a time, which has a fixed width.
    fileprivate var countsTime: Bool {
        let words = ["ts", "time", "date", "epoch", "created", "unix"]
        return filter?.extract?.pieces.contains { piece in
            guard case .name(let name) = piece.part else { return false }
            let group = name.lowercased()
            return group == words[0] || words.dropFirst().contains { group.contains($0) }
        } ?? false
    }
}
