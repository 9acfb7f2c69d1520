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
        [Self.usual, Self.any].lazy.compactMap { preRelease(in: language, constraint, like: $0) }
            .first
    }

    /// As people write them, and as Flux reads them.
    private static let usual: TagExpression = {
        let number = TagExpression.oneOrMore(.characters(.digits))
        let dot = TagExpression.literal(".")
        let letters = TagExpression.zeroOrMore(
            .characters(.word.union(ASCIISet(charactersOf: "."))))
        return .sequence([
            .optional(.literal("v")), number, dot, number, dot, number, .literal("-"), letters,
        ])
    }()
    private static let any: TagExpression = {
        let text = TagExpression.zeroOrMore(.characters(TagUniverse.characters))
        return text + .literal("-") + text
    }()

    private func preRelease(
        in language: PolicyLanguage, _ constraint: VersionConstraint, like form: TagExpression
    ) -> String? {
        guard let values = try? Language(constraint.language), let forms = try? Language(form),
            let tags = try? language.policy.tags(withValuesIn: values.intersection(forms))
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
