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

    init(of facts: SnapshotFacts, by rules: [any Rule], in context: CheckContext) async {
        model = facts.model(in: context)
        self.facts = facts
        configuration = context.configuration
        accepted = AcceptedFindings(
            by: configuration, of: rules.map { type(of: $0).definition }, on: context.today)
        outcome = await RuleOutcome(of: rules, on: model)
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
    /// Ascending by the bytes of their paths.
    private let files: [ManifestFile]

    init(_ model: RepositoryModel) {
        files = model.files
    }

    /// Empty for a file that was not read.
    subscript(path: String) -> [UInt8] {
        var places = files.indices
        while !places.isEmpty {
            let middle = places.lowerBound + places.count / 2
            // By bytes, because strings of different bytes can be equal.
            let found = files[middle].path.utf8
            if found.elementsEqual(path.utf8) { return files[middle].facts.source }
            places =
                found.lexicographicallyPrecedes(path.utf8)
                ? middle + 1..<places.upperBound : places.lowerBound..<middle
        }
        return []
    }
}
