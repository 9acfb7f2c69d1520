import ManifestFacts
import RegularLanguages
import RepositoryLinking
import SourceText
import TagPolicies

/// Flags policies that can select tags of another environment.
struct PolicyCrossesEnvironments: Rule {
    static let followsImages = true

    func findings(in model: RepositoryModel) -> [Finding] { judgement(of: model).findings }

    func judgement(of model: RepositoryModel) -> RuleOutcome {
        var judgement = RuleOutcome()
        for crossing in crossings(in: model) {
            switch crossing.search {
            case .found(let tag):
                judgement.findings.append(finding(crossing, with: tag, in: model))
            case .none: break
            case .undecided(let limit):
                judgement.unjudged.append(
                    unjudged(
                        "whether it can select a tag of `\(crossing.environment)` was not decided in "
                            + "\(limit) steps", at: crossing.policy.selectorLocation))
            }
        }
        return judgement
    }

    private func crossings(in model: RepositoryModel) -> [Crossing] {
        guard !model.environments.names.isEmpty else { return [] }
        let policies = model.policyLinks.policies
        guard model.environments.areConfigured else {
            let search = CrossingSearch(model)
            let names = Set(model.environments.names)
            return policies.flatMap { search.crossings(of: $0, into: names) }
        }
        let search = ConfiguredCrossings(model)
        return policies.flatMap { search.crossings(of: $0) }
    }

    private func finding(
        _ crossing: Crossing, with tag: String, in model: RepositoryModel
    ) -> Finding {
        let policy = crossing.policy
        let other = crossing.environment
        let message: String
        var environments = [other]
        var severity: Severity?
        switch crossing.kind {
        case .leaves(let home):
            message = "the policy of `\(home)` can select `\(tag)`, a tag of `\(other)`"
            environments.append(home)
        case .spans(let first):
            message =
                "the policy can select tags of `\(first)`, and `\(tag)`, a tag of "
                + "`\(other)`"
            environments.append(first)
        case .begins(let names):
            message =
                "the pattern begins with \(names.quotedList()), so it can select `\(tag)`"
            environments = names
            if !model.environments.areConfigured { severity = .warning }
        case .breaksFormat:
            message = "the policy can select `\(tag)`, which is not a tag of `\(other)`"
        }
        return finding(
            message, at: policy.selectorLocation, of: policy,
            scalar: (policy.pattern ?? policy.range)?.location.span, severity: severity,
            related: chain(of: crossing, in: model), environments: environments.sorted(),
            witness: Witness(environment: other, tag: tag), fix: fix(crossing, with: tag, in: model)
        )
    }

    /// The policy, a marker of it with its environments, and the evidence for the other
    /// environment.
    private func chain(of crossing: Crossing, in model: RepositoryModel) -> [RelatedLocation] {
        let policy = crossing.policy
        var chain = [
            RelatedLocation("the policy `\(policy.name)`", at: policy.location)
        ]
        let followers = model.policyLinks.followers(of: policy).map {
            ($0, model.environmentNames(of: $0))
        }
        if let (marker, names) = followers.first(where: { !$0.1.isEmpty }) ?? followers.first {
            let place = names.isEmpty ? "" : " in " + names.quotedList()
            chain.append(
                RelatedLocation("this marker follows it" + place, at: marker.location))
        }
        return chain + (crossing.evidence.map { [$0] } ?? [])
    }

    /// Anchors the pattern; nil if it would still match the tag.
    private func fix(_ crossing: Crossing, with tag: String, in model: RepositoryModel) -> Fix? {
        guard let compiled = crossing.policy.reading.pattern, compiled.matches(tag),
            let anchored = try? Pattern(compiled.anchoredSource(at: .start)),
            !anchored.matches(tag)
        else { return nil }
        return crossing.policy.anchoringFix(anchored, in: model)
    }
}
