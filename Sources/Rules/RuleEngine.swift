package import RepositoryLinking
import SourceText

/// What a set of rules says about a model.
package struct RuleOutcome: Sendable {
    package let findings: [Finding]
    package let unjudged: [Unjudged]

    /// Runs the rules; of several findings with one cause only one is kept.
    package init(of rules: [any Rule], on model: RepositoryModel) {
        let found = rules.flatMap { $0.findings(in: model) }
        let superseded = Dictionary(
            uniqueKeysWithValues: rules.map { rule in
                let definition = type(of: rule).definition
                return (definition.id, Set(definition.supersedes))
            })
        findings = Self.withoutRepeats(of: Self.withoutSuperseded(found, superseded))
        unjudged = rules.flatMap { $0.unjudged(in: model) }
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
