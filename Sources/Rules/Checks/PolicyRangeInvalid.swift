import RepositoryLinking
import SemanticVersions
import TagPolicies

/// Flags invalid version ranges.
struct PolicyRangeInvalid: PolicyRule {
    func finding(about policy: LinkedPolicy, in model: RepositoryModel) -> Finding? {
        guard let range = policy.range,
            case .failure(.invalidRange(let error))? = policy.reading.ordering
        else { return nil }
        return finding(
            "Flux rejects this range: \(error)", at: error.range, in: range, of: policy,
            fix: fix(error, in: range))
    }

    private func fix(_ error: VersionConstraintError, in range: PolicyText) -> Fix? {
        if error.reason == .unknownOperator("==") {
            return range.fix("write `=`", error.range, to: "=", isSafe: true)
        }
        let kept = String(range.text.reversed().drop { ", ".contains($0) }.reversed())
        guard kept != range.text, (try? VersionConstraint(kept)) != nil else { return nil }
        return range.fix("drop the comma", range.all, to: kept, isSafe: true)
    }
}
