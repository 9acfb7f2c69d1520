import Configuration
import RepositoryLinking
import Rules
package import SourceText
package import Triage

extension RepositoryCheck {
    /// Judges the snapshot and reports what it brings since `base`; without one, everything.
    ///
    /// That is findings that were not there before, wherever they are, such as a marker whose policy
    /// is deleted.
    ///
    /// Cost: for most changes that bring nothing, the files that differ; for one with a new value at
    /// a marker, also those that take part in builds; else a check of the whole tree, and one of the
    /// base where anything is found.
    package func report(
        on snapshot: Snapshot, since base: Snapshot?, paths: ReportPaths = .all
    ) async throws -> CheckReport {
        guard let base else { return try await report(on: snapshot, paths: paths) }
        return try await report(on: change(of: base, to: snapshot), paths: paths)
    }

    /// The same of wanted findings alone.
    func report(
        on change: TreeChange, paths: ReportPaths = .all,
        where isWanted: @escaping (TriagedFinding) -> Bool = { _ in true }
    ) async throws -> CheckReport {
        let brought = try await facts(of: change.differences.brought, in: change.tree)
        let taken = try await facts(
            of: change.differences.taken, in: change.former, knowing: change.known)
        let scope = ChangeScope(
            change, movedTo: Renames(from: taken, to: brought).newPaths,
            paths: change.tree.following(paths), isWanted: isWanted)
        let quick = try await quickReport(brought, replacing: taken, change, scope)
        if let quick { return quick }

        let rest = try await facts(of: scope.others, in: change.tree, knowing: change.known)
        let after = await judgement(of: rest + brought, in: change.context)
        let finds = after.triaged.findings.contains(where: scope.reports)
        let known =
            finds
            ? await fingerprints(of: rest + taken, in: change.formerContext(), scope) : []
        return after.report(
            origin: change.tree.origin, fileCount: brought.fileCount,
            excludedCount: change.excludedCount,
            where: { scope.reports($0) && !known.contains($0.fingerprint) },
            notCheckedIn: scope.holds)
    }

    /// The report of a change that brings nothing, found without parsing most files; nil where
    /// that is not certain.
    ///
    /// A file that takes part in no link, mostly a workload, changes nothing about others. What is
    /// new in it is judged in the light of those that do, and of the policies that its new markers
    /// name; other files can only take findings away from it.
    private func quickReport(
        _ brought: SnapshotFacts, replacing taken: SnapshotFacts, _ change: TreeChange,
        _ scope: ChangeScope
    ) async throws -> CheckReport? {
        let context = change.context
        guard context.configuration.environments.isEmpty, !scope.takesFilesAway,
            scope.changed.isDisjoint(with: ConfigurationFile.names),
            !taken.mayChangeOthers, !brought.mayChangeOthers
        else { return nil }
        let former = FileSupport(of: taken)
        let support = FileSupport(of: brought, instead: former)
        guard support.leavesOthersAlone(replacing: former) else { return nil }
        let links = try await links(for: support, scope, change)
        let knownModel = change.known?.model
        async let formerEvidence = (knownModel ?? (links + taken).model(in: context))
            .environmentEvidence
        let after = await judgement(of: links + brought, in: context)
        guard support.isDeclared(in: after.model),
            await formerEvidence.isSuperset(of: after.model.environmentEvidence)
        else { return nil }
        let finds = after.triaged.findings.contains(where: scope.isWanted)
        let known = finds ? await fingerprints(of: links + taken, in: context, scope) : []
        let report = after.report(
            origin: change.tree.origin, fileCount: brought.fileCount,
            excludedCount: change.excludedCount,
            where: { scope.isWanted($0) && !known.contains($0.fingerprint) },
            notCheckedIn: scope.holds)
        return report.findings.isEmpty ? report : nil
    }

    /// Those of the files that do not differ which say something about the others.
    private func links(
        for support: FileSupport, _ scope: ChangeScope, _ change: TreeChange
    ) async throws -> SnapshotFacts {
        if support.named.isEmpty { return SnapshotFacts(files: [], fileCount: 0) }
        let links =
            if let known = change.known {
                known.links(of: scope.others)
            } else {
                try await facts(of: scope.others, in: change.tree, interest: .links)
            }
        return support.relevant(links)
    }

    /// What is found in the former tree, as it would be in the new one.
    private func fingerprints(
        of facts: SnapshotFacts, in context: CheckContext, _ scope: ChangeScope
    ) async -> Set<String> {
        await judgement(of: facts, in: context).triaged.fingerprints(movedTo: scope.newPaths)
    }
}

/// What a change is asked to account for.
private struct ChangeScope {
    /// The files that it brings or takes away.
    let changed: Set<String>
    /// The files of the new tree that it leaves as they are.
    let others: [SnapshotEntry]
    /// Where files are now that it moves, by their old paths.
    let newPaths: [String: String]
    /// Whether a path is gone, which something may have named.
    let takesFilesAway: Bool
    let isWanted: (TriagedFinding) -> Bool
    private let paths: ReportPaths

    init(
        _ change: TreeChange, movedTo newPaths: [String: String], paths: ReportPaths,
        isWanted: @escaping (TriagedFinding) -> Bool
    ) {
        let (brought, taken) = (change.differences.brought, change.differences.taken)
        let changed = Set((brought + taken).map(\.path))
        self.changed = changed
        others = change.tree.entries.filter { !changed.contains($0.path) }
        self.newPaths = newPaths
        takesFilesAway = !Set(brought.map(\.path)).isSuperset(of: taken.map(\.path))
        self.isWanted = isWanted
        self.paths = paths
    }

    func reports(_ finding: TriagedFinding) -> Bool {
        isWanted(finding) && paths.contains(finding.finding.location.path)
    }

    func holds(_ path: String) -> Bool { changed.contains(path) && paths.contains(path) }
}
