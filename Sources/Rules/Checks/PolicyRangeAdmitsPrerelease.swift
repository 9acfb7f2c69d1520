import ManifestFacts
import RegularLanguages
import RepositoryLinking
import SemanticVersions
import SourceText
import TagPolicies

/// Flags policies that can select a pre-release for production.
struct PolicyRangeAdmitsPrerelease: PolicyRule {
    func finding(
        about policy: LinkedPolicy, in model: RepositoryModel
    ) throws(StateLimitExceeded) -> Finding? {
        guard let range = policy.range, let language = policy.language,
            case .semver(let constraint) = language.policy.ordering,
            constraint.groups.contains(where: \.admitsPreReleases),
            mayReachProduction(policy, in: model),
            let tag = try preRelease(in: language, constraint)
        else { return nil }
        return finding(
            "the range admits the pre-release `\(tag)`: name no pre-release in the range",
            at: range.all, in: range, of: policy, witness: tag)
    }

    /// Whether some marker of the policy may be in production, or the policy has no markers.
    private func mayReachProduction(_ policy: LinkedPolicy, in model: RepositoryModel) -> Bool {
        let followers = model.policyLinks.followers(of: policy)
        return followers.isEmpty
            || followers.contains { marker in
                let names = model.environmentNames(of: marker)
                return names.isEmpty || names.contains(where: model.environments.isProduction)
            }
    }

    private func preRelease(
        in language: PolicyLanguage, _ constraint: VersionConstraint
    ) throws(StateLimitExceeded) -> String? {
        do throws(StateLimitExceeded) {
            let usual = try preRelease(in: language, constraint, like: Self.usual)
            if let usual { return usual }
        } catch {
            // The wider form below includes this one, so its answer counts for both.
        }
        return try preRelease(in: language, constraint, like: Self.any)
    }

    /// The usual form of pre-releases, and any text with a `-`.
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
    ) throws(StateLimitExceeded) -> String? {
        let values = try Language(constraint.language).intersection(Language(form))
        return try language.policy.tags(withValuesIn: values).firstMember { tag in
            language.contains(tag) && language.policy.version(of: tag)?.isPreRelease ?? false
        }.member()
    }
}
