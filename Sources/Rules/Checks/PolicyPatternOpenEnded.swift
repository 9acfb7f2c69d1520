import RegularLanguages
import RepositoryLinking
import SourceText

/// Flags patterns without `$` that also match longer tags.
struct PolicyPatternOpenEnded: PolicyRule {
    func finding(
        about policy: LinkedPolicy, in model: RepositoryModel
    ) throws(StateLimitExceeded) -> Finding? {
        let deployed = model.policyLinks.deployedTags(of: policy)
        guard let pattern = policy.pattern,
            let check = try AnchorCheck(.end, of: policy, deployed: deployed)
        else { return nil }
        // Known tags of both kinds prove that such variants exist and compete.
        let known = model.knownTags(of: policy).filter { policy.admits($0) == true }
        let variant = known.first { !check.anchored.matches($0) }
        let isProved = variant != nil && known.contains(where: check.anchored.matches)
        let witness = variant ?? check.witness
        return finding(
            "without a `$` the pattern also matches `\(witness)`"
                + (isProved ? ", which exists" : ""),
            at: pattern.all, in: pattern, of: policy, severity: isProved ? .warning : nil,
            witness: witness,
            fix: check.keepsDeployedTags
                ? pattern.fix(
                    "write `\(check.anchored.source)`", pattern.all, to: check.anchored.source)
                : nil)
    }
}
