import RegularLanguages
import RepositoryLinking
import TagPolicies

/// Flags policies that order an older tag after a newer one.
struct PolicyOrderUnsound: PolicyRule {
    func finding(about policy: LinkedPolicy, in model: RepositoryModel) -> Finding? {
        guard let tagPolicy = policy.reading.policy, let flaw = flaw(in: tagPolicy, policy, model)
        else { return nil }
        return finding(
            "of `\(flaw.older)` and `\(flaw.newer)` Flux selects the first, "
                + reason(flaw.cause, tagPolicy.ordering),
            at: policy.selectorLocation, of: policy,
            witness: Witness(environment: nil, tag: flaw.older))
    }

    private func reason(_ cause: OrderFlaw.Cause, _ ordering: TagOrdering) -> String {
        switch (cause, ordering) {
        case (.number, .semver):
            "because semver compares a pre-release part with letters as text: separate the number "
                + "with a dot, or extract and order it by `numerical`"
        case (.number, .alphabetical):
            "because alphabetical order compares character by character: order by `semver` or "
                + "`numerical`"
        case (.number, _):
            "because numerical order reads a number with a dot as a decimal: order by `semver`"
        case (.joinedNumbers, _):
            "because the extracted numbers run together: extract one number"
        case (.hash, _): "because a hash decides: extract and order a number or a time"
        }
    }

    /// The flaw in the order of the tags at the markers; without any, that of a sample.
    private func flaw(
        in policy: TagPolicy, _ linked: LinkedPolicy, _ model: RepositoryModel
    ) -> OrderFlaw? {
        let tags = model.policyLinks.deployedTags(of: linked)
            .filter { linked.admits($0) == true }
        if !tags.isEmpty {
            let closed = linked.reading.closedPolicy(for: tags) ?? policy
            let flaws = tags.compactMap { closed.orderFlaw(like: $0, trusts: true) }
            return flaws.count == tags.count ? flaws.first : nil
        }
        guard policy.filter?.namesTime != true, case .found(let sample)? = linked.sample else {
            return nil
        }
        return (linked.reading.closedPolicy(for: [sample]) ?? policy)
            .orderFlaw(like: sample, trusts: false)
    }
}

extension PolicyReading {
    /// The policy with its pattern anchored by `$`, if all these tags still match; longer tags are
    /// reported by policy-pattern-open-ended.
    fileprivate func closedPolicy(for tags: [String]) -> TagPolicy? {
        guard let ordering = policy?.ordering, let closed = anchoredFilter,
            tags.allSatisfy(closed.pattern.matches)
        else { return nil }
        return TagPolicy(ordering: ordering, filter: closed)
    }
}
