package import Rules
package import SourceText
package import Triage

/// The pipeline from a snapshot to the findings that count.
package struct RepositoryCheck: Sendable {
    let rules: [any Rule]
    /// How many cores to use.
    private let workerCount: Int
    private let acceptances: AcceptanceOptions

    package init(
        rules: [any Rule], workerCount: Int, acceptances: AcceptanceOptions = AcceptanceOptions()
    ) {
        self.rules = rules
        self.workerCount = workerCount
        self.acceptances = acceptances
    }

    /// Reads the whole snapshot, judges it, and reports what lies in `paths`.
    ///
    /// A configuration that is wrong throws a `ConfigurationError`.
    package func report(
        on snapshot: Snapshot, paths: ReportPaths = .all
    ) async throws -> CheckReport {
        let tree = try ManifestTree(of: snapshot)
        let paths = tree.following(paths)
        let context = try context(of: snapshot, tree)
        let facts = try await facts(of: tree.entries, in: tree)
        return await Judgement(of: facts, by: rules, in: context).report(
            origin: snapshot.origin, fileCount: facts.fileCount,
            where: { paths.contains($0.finding.location.path) },
            notCheckedIn: paths.contains)
    }

    func context(of snapshot: Snapshot, _ tree: ManifestTree) throws -> CheckContext {
        try CheckContext(of: snapshot, tree, rules: rules, acceptances)
    }

    func facts(
        of entries: [SnapshotEntry], in tree: ManifestTree, linksOnly: Bool = false
    ) async throws -> SnapshotFacts {
        try await SnapshotReading(entries, of: tree, linksOnly: linksOnly)
            .facts(workerCount: workerCount)
    }
}
