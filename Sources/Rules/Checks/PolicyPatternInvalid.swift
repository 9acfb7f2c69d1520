import RegularLanguages
import RepositoryLinking
import TagPolicies

/// Flags patterns that are not valid regular expressions of Go.
struct PolicyPatternInvalid: PolicyRule {
    func finding(about policy: LinkedPolicy, in model: RepositoryModel) -> Finding? {
        guard let pattern = policy.pattern, let error = policy.patternError,
            !error.isOwnLimit
        else { return nil }
        return finding(
            "Flux rejects this pattern: \(error)", at: error.range, in: pattern, of: policy)
    }

    func unjudged(in model: RepositoryModel) -> [Unjudged] {
        model.policyLinks.policies.compactMap { policy in
            guard let error = policy.patternError, error.isOwnLimit else { return nil }
            return unjudged("\(error)", at: policy.selectorLocation)
        }
    }
}

extension LinkedPolicy {
    fileprivate var patternError: PatternError? {
        guard case .failure(.invalidPattern(let error))? = reading.filter else { return nil }
        return error
    }
}
