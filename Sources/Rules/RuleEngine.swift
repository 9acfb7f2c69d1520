import Configuration
package import RepositoryLinking
import SourceText

/// What a set of rules says about a model.
package struct RuleOutcome: Sendable {
    package let findings: [Finding]
    package let unjudged: [Unjudged]

    /// Runs the rules that the configuration leaves on, on several cores, as severe as it says; of
    /// several findings with one cause only one is kept.
    ///
    /// The outcome does not depend on the number of cores.
    package init(of rules: [any Rule], on model: RepositoryModel) async {
        let settings = rules.map { rule in
            (rule, model.configuration.settings(of: type(of: rule).definition.configurable))
        }.filter(\.1.isOn)
        await model.prepareImages()
        let said = await withTaskGroup { group in
            // The rules on policies take longest, so they should not begin last.
            for (number, (rule, settings)) in settings.enumerated().reversed() {
                let severity = settings.level.flatMap { Severity($0.value) }
                group.addTask {
                    var judgement = rule.judgement(of: model)
                    if let severity {
                        judgement.findings = judgement.findings.map { $0.with(severity) }
                    }
                    return (number, judgement)
                }
            }
            var said = Array(repeating: RuleJudgement(), count: settings.count)
            for await (number, part) in group { said[number] = part }
            return said
        }
        let superseded = Dictionary(
            uniqueKeysWithValues: settings.map { rule, _ in
                let definition = type(of: rule).definition
                return (definition.id, Set(definition.supersedes))
            })
        findings = Self.withoutRepeats(
            of: Self.withoutSuperseded(said.flatMap(\.findings), superseded))
        unjudged = said.flatMap(\.unjudged)
    }

    /// Drops findings at a scalar at which another finding's rule supersedes theirs.
    private static func withoutSuperseded(
        _ findings: [Finding], _ superseded: [String: Set<String>]
    ) -> [Finding] {
        var replaced: [SourceLocation: Set<String>] = [:]
        for finding in findings {
            replaced[finding.scalarLocation, default: []].formUnion(superseded[finding.rule] ?? [])
        }
        return findings.filter { replaced[$0.scalarLocation]?.contains($0.rule) != true }
    }

    /// An alias leads to the same scalar twice, even from two objects of a list.
    private static func withoutRepeats(of findings: [Finding]) -> [Finding] {
        struct Claim: Hashable {
            let rule: String
            let location: SourceLocation
            let message: String
        }
        var seen: Set<Claim> = []
        return findings.filter {
            seen.insert(Claim(rule: $0.rule, location: $0.location, message: $0.message)).inserted
        }
    }
}

extension Finding {
    fileprivate var scalarLocation: SourceLocation {
        SourceLocation(path: location.path, span: scalar)
    }
}
