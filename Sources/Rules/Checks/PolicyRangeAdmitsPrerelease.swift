import ManifestFacts
import RegularLanguages
import RepositoryLinking
import RuleCatalog
import SemanticVersions
import SourceText
import TagPolicies

/// Flags policies that can bring a pre-release to production.
struct PolicyRangeAdmitsPrerelease: PolicyRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.policyRangeAdmitsPrerelease)

    func findings(about policy: LinkedPolicy, in model: RepositoryModel) -> [Finding] {
        guard let range = policy.range, let language = policy.language,
            case .semver(let constraint) = language.policy.ordering,
            constraint.groups.contains(where: \.admitsPreReleases),
            mayReachProduction(policy, in: model),
            let tag = preRelease(in: language, constraint)
        else { return [] }
        return [
            finding(
                "the range admits the pre-release `\(tag)`", at: range.all, in: range, of: policy,
                witness: tag)
        ]
    }

    /// Whether a marker in production follows the policy, or none does anywhere.
    private func mayReachProduction(_ policy: LinkedPolicy, in model: RepositoryModel) -> Bool {
        let followers = model.policyLinks.followers(of: policy)
        return followers.isEmpty
            || followers.contains { marker in
                let names = model.environments.names(
                    ofPath: marker.path, namespace: marker.fact.object?.namespace)
                return names.isEmpty || names.contains(where: model.environments.isProduction)
            }
    }

    private func preRelease(
        in language: PolicyLanguage, _ constraint: VersionConstraint
    ) -> String? {
        let any = TagExpression.zeroOrMore(.characters(TagUniverse.characters))
        guard let values = try? Language(constraint.language),
            let withHyphen = try? Language(any + .literal("-") + any),
            let tags = try? language.policy.tags(withValuesIn: values.intersection(withHyphen))
        else { return nil }
        let search = tags.firstMember { tag in
            guard language.contains(tag) else { return false }
            let value = language.policy.filter.map { $0.value(of: tag) } ?? tag
            return value.flatMap { try? Version(candidate: $0) }?.isPreRelease ?? false
        }
        guard case .found(let tag) = search else { return nil }
        return tag
    }
}
