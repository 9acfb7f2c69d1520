import RegularLanguages
import RepositoryLinking
import RuleCatalog
import TagPolicies

/// Flags patterns that Go's regular expressions refuse.
struct PolicyPatternInvalid: PolicyRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.policyPatternInvalid)

    func findings(about policy: LinkedPolicy, in model: RepositoryModel) -> [Finding] {
        guard let pattern = policy.pattern, let error = policy.patternError,
            !error.isOwnLimit
        else { return [] }
        return [
            finding("Flux refuses this pattern: \(error)", at: error.range, in: pattern, of: policy)
        ]
    }

    func unjudged(in model: RepositoryModel) -> [Unjudged] {
        model.policyLinks.policies.compactMap { policy in
            guard let error = policy.patternError, error.isOwnLimit else { return nil }
            return Unjudged(
                rule: Self.definition.id, location: policy.selectorLocation, reason: "\(error)")
        }
    }
}

extension LinkedPolicy {
    fileprivate var patternError: PatternError? {
        guard case .failure(.invalidPattern(let error))? = reading.filter else { return nil }
        return error
    }
}
