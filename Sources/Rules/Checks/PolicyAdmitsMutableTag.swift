import ImageReferences
import RepositoryLinking
import RuleCatalog
import TagPolicies

/// Flags policies that would select a tag which moves from build to build.
struct PolicyAdmitsMutableTag: PolicyRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.policyAdmitsMutableTag)

    /// Those first that nearly every registry has.
    private static let words =
        ["latest", "main", "master", "develop"]
        + Tag.floatingWords.subtracting(["latest", "main", "master", "develop"]).sorted()

    func findings(about policy: LinkedPolicy, in model: RepositoryModel) -> [Finding] {
        // No version and no number is a word.
        guard case .alphabetical? = policy.reading.policy?.ordering,
            (policy.text("digestReflectionPolicy")?.text ?? "Never") == "Never",
            let tag = Self.words.first(where: { policy.admits($0) == true })
        else { return [] }
        return [
            finding(
                "the policy can select `\(tag)`, which names another image after every push",
                at: policy.selectorLocation, of: policy,
                witness: Witness(environment: nil, tag: tag))
        ]
    }
}
