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

    func findings(
        about policy: LinkedPolicy, in model: RepositoryModel
    ) throws(Undecided) -> [Finding] {
        guard let range = policy.range, let language = policy.language,
            case .semver(let constraint) = language.policy.ordering,
            constraint.groups.contains(where: \.admitsPreReleases),
            mayReachProduction(policy, in: model),
            let tag = try preRelease(in: language, constraint)
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
    ) throws(Undecided) -> String? {
        do throws(Undecided) {
            let usual = try preRelease(in: language, constraint, like: Self.usual)
            if let usual { return usual }
        } catch {
            // The other form holds this one, so its answer counts for both.
        }
        return try preRelease(in: language, constraint, like: Self.any)
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
    ) throws(Undecided) -> String? {
        let tags: Language
        do throws(StateLimitExceeded) {
            let values = try Language(constraint.language).intersection(Language(form))
            tags = try language.policy.tags(withValuesIn: values)
        } catch {
            throw Undecided(limit: error.limit)
        }
        return try tags.firstMember { tag in
            guard language.contains(tag) else { return false }
            let value = language.policy.filter.map { $0.value(of: tag) } ?? tag
            return value.flatMap { try? Version(candidate: $0) }?.isPreRelease ?? false
        }.member()
    }
}
