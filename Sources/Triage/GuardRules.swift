import Configuration
import ManifestFacts
import Rules
import SourceText

/// Makes the findings of the rules about suppressions and guardrails, with configured severities.
struct GuardRules: Sendable {
    /// The severities of the rules that are on, by id.
    private let severities: [String: Severity]
    private let ids: [String]
    private let idsOfOthers: Set<String>

    init(_ configuration: RepositoryConfiguration, rules: [RuleDefinition]) {
        let on = rules.filter { configuration.settings(of: $0.configurable).isOn }
        severities = Dictionary(
            uniqueKeysWithValues: on.map { rule in
                let level = configuration.settings(of: rule.configurable).level
                let isWeakening = rule.id == RuleDefinition.guardrailWeakened.id
                let severity = configuration.isStrict && isWeakening ? .error : rule.severity
                return (rule.id, level.flatMap { Severity($0.value) } ?? severity)
            })
        ids = rules.map(\.id)
        idsOfOthers = Set(ids).subtracting(RuleDefinition.guards.map(\.id))
    }

    /// The number of rules.
    var count: Int { ids.count }

    func isOn(_ rule: String) -> Bool { severities[rule] != nil }

    /// Why a comment or an annotation cannot accept findings of a rule; nil if it can.
    func fault(of rule: String) -> String? {
        if idsOfOthers.contains(rule) { return nil }
        if ids.contains(rule) { return "`\(rule)` can be accepted in the configuration alone" }
        let suggestion = Suggestion.nearest(to: rule, among: ids)
        return "there is no rule `\(rule.shortened)`"
            + (suggestion.map { "; did you mean `\($0)`?" } ?? "")
    }

    /// A finding of the rule; nil if the rule is off.
    func finding(
        _ rule: RuleDefinition, _ message: String, at location: SourceLocation,
        related: [RelatedLocation] = [], of object: ObjectIdentity?, subject: String
    ) -> Finding? {
        severities[rule.id].map { severity in
            Finding(
                rule: rule.id, severity: severity, message: message, location: location,
                related: related, object: object, subject: subject)
        }
    }
}

extension String {
    /// The first 64 characters, for messages; an ellipsis marks that there are more.
    var shortened: String {
        let beginning = prefix(64)
        return beginning.endIndex == endIndex ? self : beginning + "…"
    }
}
