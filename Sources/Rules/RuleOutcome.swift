import Configuration
import Kustomize
import ManifestFacts
package import RepositoryLinking
import SourceText

/// The result of a rule, or of several, on a model.
package struct RuleOutcome: Sendable {
    package internal(set) var findings: [Finding] = []
    package internal(set) var unjudged: [Unjudged] = []
}

extension RuleOutcome {
    /// Runs the rules that the configuration leaves on, with the severities that it sets.
    ///
    /// Rules run in parallel; the outcome does not depend on the number of cores. Of several
    /// findings with one cause, only one is kept.
    package init(of rules: [any Rule], on model: RepositoryModel) async {
        let settings = rules.map { rule in
            (rule, model.configuration.settings(of: rule.definition.configurable))
        }.filter(\.1.isOn)
        let judgements = await Self.judgements(of: settings, on: model)
        let superseded = Dictionary(
            uniqueKeysWithValues: settings.map { rule, _ in
                let definition = rule.definition
                return (definition.id, Set(definition.supersedes))
            })
        findings = Self.withoutRepeats(
            of: Self.withoutSuperseded(judgements.flatMap(\.findings), superseded))
        unjudged = judgements.flatMap(\.unjudged)
    }

    private enum Step {
        case followedImages
        case judged(Int, RuleOutcome)
    }

    /// In the order of the rules.
    private static func judgements(
        of rules: [(rule: any Rule, settings: RuleSettings)], on model: RepositoryModel
    ) async -> [RuleOutcome] {
        let directories = await model.imageDirectories()
        // The rules about policies take longest, so they start first.
        let numbers = rules.indices.reversed()
        return await withTaskGroup { group in
            func add(_ numbers: [Int]) {
                for number in numbers {
                    group.addTask { .judged(number, judgement(by: rules[number], of: model)) }
                }
            }
            group.addTask {
                model.followImages(through: directories)
                return Step.followedImages
            }
            add(numbers.filter { !type(of: rules[$0].rule).followsImages })
            var judgements = Array(repeating: RuleOutcome(), count: rules.count)
            for await step in group {
                switch step {
                case .followedImages: add(numbers.filter { type(of: rules[$0].rule).followsImages })
                case .judged(let number, let judgement): judgements[number] = judgement
                }
            }
            return judgements
        }
    }

    private static func judgement(
        by rule: (rule: any Rule, settings: RuleSettings), of model: RepositoryModel
    ) -> RuleOutcome {
        var judgement = rule.rule.judgement(of: model)
        judgement.findings = judgement.findings.map { finding in
            // What is right for one set of inputs would be written for all of them.
            let facts = finding.fix == nil ? nil : model.file(at: finding.location.path)?.facts
            let isShared = finding.fix?.edits.contains { facts?.isFilledIn($0.span) ?? false }
            return isShared ?? false ? finding.withoutFix : finding
        }
        if !type(of: rule.rule).judgesDeployment {
            judgement.findings = judgement.findings.map { finding in
                guard finding.severity > .note, finding.environments.isEmpty,
                    let reason = model.reach(ofFile: finding.location.path).reason
                else { return finding }
                return finding.with(.note, message: "\(finding.message); \(reason)")
            }
        }
        if let severity = rule.settings.level.flatMap({ Severity($0.value) }) {
            let usual = rule.rule.definition.severity
            judgement.findings = judgement.findings.map {
                // A note is less certain than the rule's own severity, so it stays a note.
                $0.severity == .note && usual > .note ? $0 : $0.with(severity)
            }
        }
        return judgement
    }

    /// Drops findings whose rule is superseded by that of another finding at the same scalar.
    private static func withoutSuperseded(
        _ findings: [Finding], _ superseded: [String: Set<String>]
    ) -> [Finding] {
        var replaced: [SourceLocation: Set<String>] = [:]
        for finding in findings {
            replaced[finding.scalarLocation, default: []].formUnion(superseded[finding.rule] ?? [])
        }
        return findings.filter { replaced[$0.scalarLocation]?.contains($0.rule) != true }
    }

    /// Drops repeated findings: aliases lead to one scalar twice, even from two objects of a list.
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
