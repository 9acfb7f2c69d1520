import RegularLanguages
import RepositoryLinking
import RuleCatalog

/// Flags patterns that do not say where a tag ends.
struct PolicyPatternOpenEnded: PolicyRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.policyPatternOpenEnded)

    func findings(
        about policy: LinkedPolicy, in model: RepositoryModel
    ) throws(Undecided) -> [Finding] {
        let deployed = model.policyLinks.deployedTags(of: policy)
        guard let pattern = policy.pattern,
            let check = try AnchorCheck(.end, of: policy, deployed: deployed)
        else { return [] }
        return [
            finding(
                "without a `$` the pattern also takes `\(check.witness)`", at: pattern.all,
                in: pattern, of: policy, witness: check.witness,
                fix: pattern.fix(
                    "write `\(check.anchored.source)`", pattern.all, to: check.anchored.source))
        ]
    }
}
