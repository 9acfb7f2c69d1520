package import Configuration
import ManifestFacts
package import Rules
import SourceText

/// The findings that the `ignore` entries of the configuration accept.
package struct AcceptedFindings: Sendable {
    /// By rule; those that count today.
    private let exemptions: [String: [Exemption]]

    /// - Parameter today: Nil where no entry expires.
    package init(
        by configuration: RepositoryConfiguration, of rules: [RuleDefinition],
        on today: CalendarDay?
    ) {
        exemptions = Dictionary(
            uniqueKeysWithValues: rules.map { rule in
                let entries = configuration.settings(of: rule.configurable).exemptions
                return (
                    rule.id,
                    entries.filter { entry in
                        !(today.map(entry.isExpired) ?? false)
                    }
                )
            })
    }

    package func contains(_ finding: Finding) -> Bool {
        exemptions[finding.rule]?.contains { $0.covers(finding.exemptionSubject) } ?? false
    }
}

extension Finding {
    fileprivate var exemptionSubject: ExemptionSubject {
        let parts = [object?.kind, object?.namespace, object?.name].compactMap(\.self)
        return ExemptionSubject(
            path: location.path, image: topic.image, policy: topic.policy,
            object: object?.kind == nil ? nil : parts.joined(separator: "/"))
    }
}
