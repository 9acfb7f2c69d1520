import Configuration
package import RepositoryLinking
package import Rules
package import SourceText
package import TagSnapshots
package import Triage

/// The pipeline from a snapshot to the findings that count.
package struct RepositoryCheck: Sendable {
    package let rules: [any Rule]
    /// How many cores to use.
    private let workerCount: Int
    let acceptances: AcceptanceOptions
    package var tags: TagSnapshot
    private let values: [String: String]

    /// - Parameters:
    ///   - tags: What registries listed, for the rules that need it.
    ///   - values: The values of variables in ImageRepositories that the repository does not tell.
    package init(
        rules: [any Rule], workerCount: Int, acceptances: AcceptanceOptions = AcceptanceOptions(),
        tags: TagSnapshot = .empty, values: [String: String] = [:]
    ) {
        self.rules = rules
        self.workerCount = workerCount
        self.acceptances = acceptances
        self.tags = tags
        self.values = values
    }

    /// Reads the whole snapshot, judges it, and reports what lies in `paths`.
    ///
    /// A configuration that is wrong throws a `ConfigurationError`.
    package func report(
        on snapshot: Snapshot, paths: ReportPaths = .all
    ) async throws -> CheckReport {
        try await checked(snapshot, paths: paths).report
    }

    /// The same, with the model that was judged.
    ///
    /// A configuration that is wrong throws a `ConfigurationError`.
    package func checked(
        _ snapshot: Snapshot, paths: ReportPaths = .all
    ) async throws -> CheckedRepository {
        try await checked(try ManifestTree(of: snapshot), of: snapshot, paths: paths)
    }

    func checked(
        _ tree: ManifestTree, of snapshot: Snapshot, paths: ReportPaths
    ) async throws -> CheckedRepository {
        let paths = tree.following(paths)
        async let reading = facts(of: tree.entries, in: tree)
        let context = try context(of: snapshot, tree)
        let facts = try await reading
        let judgement = await Judgement(of: facts, by: rules, in: context)
        let report = judgement.report(
            origin: snapshot.origin, fileCount: facts.fileCount,
            excludedCount: context.configuration.excludedCount(of: tree.entries.map(\.path)),
            where: { paths.contains($0.finding.location.path) },
            notCheckedIn: paths.contains)
        return CheckedRepository(model: judgement.model, report: report, paths: paths)
    }

    package func context(of snapshot: Snapshot, _ tree: ManifestTree) throws -> CheckContext {
        try CheckContext(of: snapshot, tree, rules: rules, tags: tags, values: values, acceptances)
    }

    package func facts(
        of entries: [SnapshotEntry], in tree: ManifestTree,
        interest: SnapshotReading.Interest = .everything
    ) async throws -> SnapshotFacts {
        try await SnapshotReading(entries, of: tree, interest: interest)
            .facts(workerCount: workerCount)
    }

    func judgement(of facts: SnapshotFacts, in context: CheckContext) async -> Judgement {
        await Judgement(of: facts, by: rules, in: context)
    }
}

/// A repository with what was found in it.
package struct CheckedRepository: Sendable {
    /// The whole repository.
    package let model: RepositoryModel
    package let report: CheckReport
    /// The files that are reported on, but for those that the configuration excludes.
    package let paths: ReportPaths

    package init(model: RepositoryModel, report: CheckReport, paths: ReportPaths) {
        self.model = model
        self.report = report
        self.paths = paths
    }
}
