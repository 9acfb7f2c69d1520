package import Configuration
import Rules
import SourceText

extension TriagedFindings {
    /// Reports the limits of updates that a change weakens, with the severity that applies here.
    ///
    /// - Parameter configuration: The configuration after the change.
    /// - Parameter path: The path of the configuration, or of the one that the change deletes.
    package func reports(
        of weakenings: [LimitWeakening], in configuration: RepositoryConfiguration, at path: String
    ) -> [ReportedFinding] {
        let findings = weakenings.compactMap { weakening in
            suppressions.guardRules.finding(
                .guardrailWeakened, "this change \(weakening.words)",
                at: SourceLocation(path: path, span: weakening.span), of: nil,
                subject: weakening.words)
        }
        let triaged = zip(findings, Fingerprint.fingerprints(of: findings)).map {
            TriagedFinding(finding: $0, fingerprint: $1, acceptance: nil)
        }
        return ReportedFinding.resolving(triaged) { _ in configuration.source }
    }
}

extension LimitWeakening {
    /// The weakening as a predicate whose subject is the change.
    fileprivate var words: String {
        let place = environment.map { " of the environment `\($0)`" } ?? ""
        switch change {
        case .value(let old, let new):
            let now = new.map { "`\($0)`" } ?? "nothing"
            return "weakens `\(key)`\(place), from `\(old)` to \(now)"
        case .lostEntry(let reason):
            return "weakens `\(key)`\(place), where this is gone or covers less: \(reason)"
        }
    }
}
