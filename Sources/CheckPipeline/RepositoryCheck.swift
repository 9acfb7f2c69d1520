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
    let values: [String: String]
    /// The reports of earlier runs; nil if none are used.
    package var cache: ReportCache?
    /// The parsed manifests of earlier runs; nil if none are used.
    package var records: (any BlobRecords)?
    /// The repositories that are linked with each snapshot.
    package var others = OtherRepositories.none
    /// Whether the process ends with the report, so that models need not be freed.
    ///
    /// That takes 6 % of a check of 18,000 files (`Benchmarks/run commit`).
    package var endsProcess = false

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

    /// Judges the whole snapshot, and reports what lies in `paths`.
    ///
    /// A configuration that is wrong throws a `ConfigurationError`.
    ///
    /// - Parameter current: Lists the files of a work tree once more: a report on files that
    ///   changed while they were read is not cached.
    package func report(
        on snapshot: Snapshot, paths: ReportPaths = .all, current: (() throws -> Snapshot)? = nil
    ) async throws -> CheckReport {
        let failures = ReadFailures()
        let snapshot = try others.linked(to: snapshot).noting(failures)
        let tree = try tree(of: snapshot)
        let key = key(of: snapshot, tree)
        let report = try await report(on: tree, key) {
            try await checked(tree, of: snapshot, paths: .all).report
        } isCacheable: {
            guard failures.isEmpty, let current = try current?() else { return failures.isEmpty }
            let linked = try others.linked(to: current)
            return try key == self.key(of: linked, self.tree(of: linked))
        }
        return report.reporting(on: tree.following(paths).contains)
    }

    /// The same, with the model that was judged, which no cache has.
    ///
    /// A configuration that is wrong throws a `ConfigurationError`.
    package func checked(
        _ snapshot: Snapshot, paths: ReportPaths = .all
    ) async throws -> CheckedRepository {
        let snapshot = try others.linked(to: snapshot)
        return try await checked(try tree(of: snapshot), of: snapshot, paths: paths)
    }

    func checked(
        _ tree: ManifestTree, of snapshot: Snapshot, paths: ReportPaths
    ) async throws -> CheckedRepository {
        let paths = tree.following(paths)
        async let reading = facts(of: tree.entries, in: tree)
        let context = try context(of: snapshot, tree)
        let facts = try await reading
        let judgement = await judgement(of: facts, in: context)
        let report = judgement.report(on: tree).reporting(on: paths.contains)
        return CheckedRepository(model: judgement.model, report: report, paths: paths)
    }

    /// The manifests of a snapshot that the others are linked to.
    package func tree(of snapshot: Snapshot) throws -> ManifestTree {
        try ManifestTree(of: snapshot, besides: others.directories)
    }

    package func context(of snapshot: Snapshot, _ tree: ManifestTree) throws -> CheckContext {
        var context = try CheckContext(
            of: snapshot, tree, rules: rules, tags: tags, values: values, acceptances)
        context.others = others
        return context
    }

    package func facts(
        of entries: [SnapshotEntry], in tree: ManifestTree,
        interest: SnapshotReading.Interest = .everything
    ) async throws -> SnapshotFacts {
        defer { records?.finish() }
        return try await SnapshotReading(entries, of: tree, interest: interest, records: records)
            .facts(workerCount: workerCount)
    }

    func judgement(of facts: SnapshotFacts, in context: CheckContext) async -> Judgement {
        let judgement = await Judgement(of: facts, by: rules, in: context)
        keep(judgement.model)
        return judgement
    }

    /// Leaves a model to the end of the process, if that is near.
    func keep(_ model: RepositoryModel) {
        if endsProcess { _ = unsafe Unmanaged.passRetained(model) }
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
