import Configuration
import ManifestFacts
import RepositoryLinking
import Rules
import SourceText
import Triage

/// What the rules say about some facts, and how that becomes a report.
struct Judgement {
    private let facts: SnapshotFacts
    private let outcome: RuleOutcome
    private let sources: SourceTable
    private let accepted: AcceptedFindings
    private let configuration: RepositoryConfiguration
    let model: RepositoryModel

    init(of facts: SnapshotFacts, by rules: [any Rule], in context: CheckContext) {
        model = facts.model(in: context)
        self.facts = facts
        configuration = context.configuration
        accepted = AcceptedFindings(
            by: configuration, of: rules.map { type(of: $0).definition }, on: context.today)
        outcome = RuleOutcome(of: rules, on: model)
        sources = SourceTable(model)
    }

    var fingerprints: Set<String> {
        Set(Fingerprint.fingerprints(of: outcome.findings.sorted(by: Finding.isInReportOrder)))
    }

    /// The report of the findings, by their fingerprints, and of the files that are wanted.
    func report(
        origin: Snapshot.Origin, fileCount: Int, where isReported: (Finding, String) -> Bool,
        notCheckedIn isWanted: (String) -> Bool
    ) -> CheckReport {
        let notChecked = UncheckedItems(facts: facts, outcome: outcome, sources: sources).items
        var suppressedCount = 0
        let findings = ReportedFinding.resolving(
            outcome.findings,
            where: { finding, fingerprint in
                guard isReported(finding, fingerprint),
                    !configuration.excludes(path: finding.location.path)
                else { return false }
                let isAccepted = accepted.contains(finding)
                if isAccepted { suppressedCount += 1 }
                return !isAccepted
            }, bytes: { sources[$0] })
        return CheckReport(
            origin: origin, fileCount: fileCount, findings: findings,
            suppressedCount: suppressedCount, baselinedCount: 0,
            notChecked: notChecked.filter {
                isWanted($0.path) && !configuration.excludes(path: $0.path)
            })
    }
}

/// The text of every file that was read, by path.
struct SourceTable {
    private let sources: [[UInt8]: [UInt8]]

    init(_ model: RepositoryModel) {
        // By bytes, because strings of different bytes can be equal.
        sources = Dictionary(
            model.files.map { (Array($0.path.utf8), $0.facts.source) },
            uniquingKeysWith: { first, _ in first })
    }

    subscript(path: String) -> [UInt8] { sources[Array(path.utf8)] ?? [] }
}
