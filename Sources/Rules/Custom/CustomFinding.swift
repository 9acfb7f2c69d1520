package import Configuration
import ManifestFacts
import RepositoryLinking
import SourceText

extension CustomCheck {
    /// A finding about a thing that does not meet the requirement: a note if nothing deploys its
    /// file, unless the configuration assigns the file to environments.
    func finding(
        _ verdict: CustomVerdict, at place: SourceLocation, about target: any CustomTarget,
        in context: CustomContext
    ) -> Finding {
        let environments = environments(of: target, in: context)
        let reason = environments.isEmpty ? target.reasonUndeployed(in: context.model) : nil
        return finding(
            message(verdict, about: target, in: context) + (reason.map { "; \($0)" } ?? ""),
            at: place, severity: reason == nil ? nil : .note, scalar: target.scalar(at: place),
            object: target.identity, subject: target.subject, environments: environments,
            witness: verdict.witness.map { Witness(environment: nil, tag: $0) },
            topic: target.topic)
    }

    /// The configured environments that the rule asks for, as far as the thing belongs to them.
    private func environments(of target: any CustomTarget, in context: CustomContext) -> [String] {
        guard context.model.environments.areConfigured, let scope = rule.scope else { return [] }
        let wanted = scope.tests.filter { $0.field == .environment }
        if wanted.isEmpty { return [] }
        return context.environments(of: target).filter { name in
            wanted.contains { test in
                if case .text(let text) = test.expectation {
                    text.accepts([name]) ?? false
                } else {
                    true
                }
            }
        }
    }

    private func message(
        _ verdict: CustomVerdict, about target: any CustomTarget, in context: CustomContext
    ) -> String {
        let proof = verdict.witness.map { "; it could select `\($0)`" } ?? ""
        guard let message = rule.message else {
            let requirement = verdict.condition.words
            return "\(target.words) does not meet the requirement that \(requirement)\(proof)"
        }
        var showsWitness = false
        let text = message.parts.map { part in
            switch part {
            case .text(let text): return text
            case .witness:
                showsWitness = true
                return verdict.witness ?? "none"
            case .field(let field, let key):
                return target.value(of: field, key: key, isRequired: false, in: context).words
            }
        }.joined()
        return text + (showsWitness ? "" : proof)
    }
}

extension RuleDefinition {
    /// The definition of a custom rule: its conditions in words.
    package init(_ rule: CustomRule) {
        let scope = rule.scope.map { "## Where\n\n\($0.words)\n\n" } ?? ""
        self.init(
            id: rule.id, severity: Severity(rule.severity) ?? .error, since: nil, fix: .none,
            isOffline: true, supersedes: [], isOptIn: false, summary: rule.summary ?? rule.words,
            documentation: """
                # \(rule.id)
                \(rule.summary.map { "\n\($0)\n" } ?? "")
                \(rule.words) The configuration of this repository defines the rule.

                \(scope)## Require

                \(rule.requirement.words)
                \(rule.help.map { "\n## Remedy\n\n\($0)\n" } ?? "")
                """)
    }
}

extension RuleDefinition {
    /// Every definition of the program, and those of a configuration.
    package static func all(in configuration: RepositoryConfiguration) -> [RuleDefinition] {
        all + configuration.customRules.map { RuleDefinition($0) }
    }
}
