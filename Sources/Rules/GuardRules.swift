import RuleCatalog

extension RuleDefinition {
    package static let suppressionMalformed = RuleDefinition(
        markdown: RuleCatalog.suppressionMalformed)
    package static let suppressionUnused = RuleDefinition(markdown: RuleCatalog.suppressionUnused)
    package static let suppressionExpired = RuleDefinition(
        markdown: RuleCatalog.suppressionExpired)
    package static let guardrailWeakened = RuleDefinition(markdown: RuleCatalog.guardrailWeakened)

    /// The rules that Triage checks: they judge suppressions and baselines, not the model.
    package static let guards = [
        suppressionMalformed, suppressionUnused, suppressionExpired, guardrailWeakened,
    ]

    /// Every definition, in the order of the catalogue.
    package static let all = allRules.map { type(of: $0).definition } + guards
}
