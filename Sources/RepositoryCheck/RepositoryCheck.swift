import ManifestFacts
import RepositoryLinking
package import Rules
package import SourceText
package import Triage

/// The pipeline from a snapshot to the findings that count.
package struct RepositoryCheck: Sendable {
    private let rules: [any Rule]
    /// How many cores to use.
    private let workerCount: Int

    package init(rules: [any Rule], workerCount: Int) {
        self.rules = rules
        self.workerCount = workerCount
    }

    /// Reads the whole snapshot, judges it, and keeps what lies in the scope.
    package func report(on snapshot: Snapshot, scope: ReportScope) async throws -> CheckReport {
        let facts = try await SnapshotReading(snapshot).facts(workerCount: workerCount)
        let model = RepositoryModel(
            files: facts.files.compactMap { file in
                guard case .success(let facts) = file.content else { return nil }
                return ManifestFile(path: file.path, facts: facts)
            })
        let outcome = RuleOutcome(of: rules, on: model)
        let sources = SourceTable(model)
        let notChecked = UncheckedItems(facts: facts, outcome: outcome, sources: sources).items
        return CheckReport(
            origin: snapshot.origin, fileCount: facts.fileCount,
            findings: ReportedFinding.resolving(
                outcome.findings.filter(scope.includes), bytes: { sources[$0] }),
            suppressedCount: 0, baselinedCount: 0,
            notChecked: notChecked.filter { scope.includes(path: $0.path) })
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
