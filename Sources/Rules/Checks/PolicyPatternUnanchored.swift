import RegularLanguages
import RepositoryLinking
import RuleCatalog

/// Flags patterns without `^` that also match inside tags.
struct PolicyPatternUnanchored: PolicyRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.policyPatternUnanchored)

    func findings(
        about policy: LinkedPolicy, in model: RepositoryModel
    ) throws(Undecided) -> [Finding] {
        let deployed = model.policyLinks.deployedTags(of: policy)
        guard let pattern = policy.pattern,
            let check = try AnchorCheck(.start, of: policy, deployed: deployed)
        else { return [] }
        return [
            finding(
                "without a `^` the pattern also matches `\(check.witness)`", at: pattern.all,
                in: pattern, of: policy, witness: check.witness,
                fix: check.keepsDeployedTags
                    ? policy.anchoringFix(check.anchored, in: model) : nil)
        ]
    }
}
