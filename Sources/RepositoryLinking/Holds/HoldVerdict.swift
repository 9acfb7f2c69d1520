import ManifestFacts
import RegularLanguages
import SemanticVersions
import TagPolicies

extension RepositoryModel {
    /// Whether the objects as built keep automation from the tag.
    func verdict(
        on hold: HoldFact, _ statement: HoldStatement, about policies: [LinkedPolicy]
    ) -> LinkedHold.Verdict {
        switch statement.measure {
        case .pin(let tag, _):
            policies.isEmpty
                ? .unknown("nothing in the repository builds this object")
                : .worst(
                    policies.map { $0.verdict(onPin: tag, badTag: statement.badTag) }
                        + policies.map { verdict(onDeployment: $0, pinned: tag) })
        case .exclude(let tag, _):
            .worst(
                objects.repositories.filter { $0.fact.fact.root == hold.root }
                    .map { $0.verdict(onExclusion: tag) })
        case .suspend:
            .worst(
                objects.automations.filter { $0.fact.fact.root == hold.root }
                    .map { $0.object.verdictOnSuspension })
        }
    }

    /// A pin that no automation writes has to be what is deployed.
    private func verdict(
        onDeployment policy: LinkedPolicy, pinned tag: String
    ) -> LinkedHold.Verdict {
        for marker in policyLinks.followers(of: policy) {
            guard let deployed = marker.fact.deployedTag, deployed != tag else { continue }
            switch verdict(on: marker) {
            case .written, .unknown: continue
            case .suspended, .nothing:
                return .fails("`\(marker.path)` has the tag `\(deployed)`, and nothing updates it")
            }
        }
        return .holds
    }
}

extension LinkedHold.Verdict {
    /// The first that fails, else the first that is not known.
    static func worst(_ verdicts: [Self]) -> Self {
        let failure = verdicts.first { if case .fails = $0 { true } else { false } }
        let open = verdicts.first { if case .unknown = $0 { true } else { false } }
        return failure ?? open
            ?? (verdicts.isEmpty
                ? .unknown("nothing in the repository builds this object") : .holds)
    }
}

extension LinkedPolicy {
    /// Whether the policy selects the tag, and nothing of another version.
    fileprivate func verdict(onPin tag: String, badTag: String?) -> LinkedHold.Verdict {
        guard let policy = reading.policy else {
            return .unknown("what the policy selects is not known")
        }
        guard case .semver = policy.ordering else {
            return .fails("the policy has no `semver` range any more")
        }
        if let badTag, policy.value(ofAdmitted: badTag) != nil {
            return .fails("the policy can still select `\(badTag)`")
        }
        guard let version = policy.value(ofAdmitted: tag) else {
            return .fails("the policy does not admit the pinned tag `\(tag)`")
        }
        switch witness(besides: version, of: tag) {
        case .found(let other): return .fails("the policy can select `\(other)` as well")
        case .none: return .holds
        case .undecided(let limit):
            return .unknown("what it can select was not decided in \(limit) steps")
        }
    }

    /// A tag of another version that the policy can select.
    private func witness(besides version: Precedence, of tag: String) -> MemberSearch {
        guard let language, let policy = reading.policy else { return .undecided(limit: 0) }
        let range = reading.specification.semverRange
        if let range, let exact = try? Version(candidate: range), exact.precedence == version {
            return .none
        }
        return language.candidates.subtracting(.tag(tag)).firstMember { other in
            language.contains(other) && policy.value(ofAdmitted: other) != version
        }
    }
}

extension TagPolicy {
    /// The version of a tag that the policy would select if there were no other.
    fileprivate func value(ofAdmitted tag: String) -> Precedence? {
        let selection = selection(from: [tag])
        guard selection.selected == tag, let value = selection.verdicts.first?.value else {
            return nil
        }
        return (try? Version(candidate: value))?.precedence
    }
}

extension Effective where Fact == ImageRepositoryFact {
    fileprivate func verdict(onExclusion tag: String) -> LinkedHold.Verdict {
        guard let exclusions else { return .unknown("its `exclusionList` is not known") }
        guard let patterns = TagExclusions(valid: exclusions) else {
            return .unknown("a pattern of its `exclusionList` is invalid")
        }
        return patterns.droppingPatterns(for: [tag])[0] == nil
            ? .fails("the ImageRepository does not exclude `\(tag)`") : .holds
    }
}

extension EffectiveObject {
    fileprivate var verdictOnSuspension: LinkedHold.Verdict {
        switch field("spec", "suspend") {
        case .known("true", _): .holds
        case .known, .absent: .fails("the automation is not suspended")
        case .collection, .unknown: .unknown("whether the automation is suspended is not known")
        }
    }
}
