import RegularLanguages
import RepositoryLinking

/// Flags patterns without `^` that also match inside tags.
struct PolicyPatternUnanchored: PolicyRule {
    func finding(
        about policy: LinkedPolicy, in model: RepositoryModel
    ) throws(StateLimitExceeded) -> Finding? {
        let deployed = model.policyLinks.deployedTags(of: policy)
        guard let pattern = policy.pattern,
            let check = try AnchorCheck(.start, of: policy, deployed: deployed)
        else { return nil }
        return finding(
            "without a `^` the pattern also matches `\(check.witness)`", at: pattern.all,
            in: pattern, of: policy, witness: check.witness,
            fix: check.keepsDeployedTags
                ? policy.anchoringFix(check.anchored, in: model) : nil)
    }
}
