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
    /// a marker, also those that take part in builds; else a check of the whole tree.
    package func report(
        on snapshot: Snapshot, since base: Snapshot?, paths: ReportPaths = .all
    ) async throws -> CheckReport {
        guard let base else { return try await report(on: snapshot, paths: paths) }
        return try await report(on: snapshot, since: base, paths: paths, knowing: nil)
    }

    /// The same where something is known of the change; nil for nothing.
    func report(
        on snapshot: Snapshot, since base: Snapshot, paths: ReportPaths = .all,
        knowing known: KnownChange?
    ) async throws -> CheckReport {
        let (former, tree) = (try ManifestTree(of: base), try ManifestTree(of: snapshot))
        let change = SnapshotChange(
            from: known.compared(former.entries), to: known.compared(tree.entries))
        let brought = try await facts(of: change.brought, in: tree)
        let taken = try await facts(of: change.taken, in: former, knowing: known)
        let scope = ChangeScope(change, paths: tree.following(paths))
        let others = tree.entries.filter { !scope.changed.contains($0.path) }
        let context = try context(of: snapshot, tree)
        let newPaths = Renames(from: taken, to: brought).newPaths
        let quick = try await quickReport(
            brought, replacing: taken, movedTo: newPaths, tree, scope, context
        ) {
            if let known { return known.links(of: others) }
            return try await facts(of: others, in: tree, interest: .links)
        }
        if let quick { return quick }

        let rest = try await facts(of: others, in: tree, knowing: known)
        let formerContext = (try? self.context(of: base, former)) ?? context
        let (before, after) = await judgements(
            of: (rest + taken, formerContext), (rest + brought, context))
        let fingerprints = before.triaged.fingerprints(movedTo: newPaths)
        return after.report(
            origin: tree.origin, fileCount: brought.fileCount,
            where: {
                scope.paths.contains($0.finding.location.path)
                    && !fingerprints.contains($0.fingerprint)
            }, notCheckedIn: scope.holds)
    }

    /// The report of a change that brings nothing, found without parsing most files; nil where
    /// that is not certain.
    ///
    /// A file that takes part in no link, mostly a workload, changes nothing about others. What is
    /// new in it is judged in the light of those that do, and of the policies that its new markers
    /// name; other files can only take findings away from it.
    private func quickReport(
        _ brought: SnapshotFacts, replacing taken: SnapshotFacts,
        movedTo newPaths: [String: String], _ tree: ManifestTree, _ scope: ChangeScope,
        _ context: CheckContext, linkedBy readLinks: () async throws -> SnapshotFacts
    ) async throws -> CheckReport? {
        let former = FileSupport(of: taken)
        let support = FileSupport(of: brought, instead: former)
        guard context.configuration.environments.isEmpty, !scope.takesFilesAway,
            support.leavesOthersAlone(replacing: former),
            scope.changed.isDisjoint(with: ConfigurationFile.names)
        else { return nil }
        var links = SnapshotFacts(files: [], fileCount: 0)
        if !support.named.isEmpty {
            links = support.relevant(try await readLinks())
        }
        let (before, after) = await judgements(
            of: (links + taken, context), (links + brought, context))
        guard support.isDeclared(in: after.model),
            before.model.environmentEvidence.isSuperset(of: after.model.environmentEvidence)
        else { return nil }
        let known = before.triaged.fingerprints(movedTo: newPaths)
        let report = after.report(
            origin: tree.origin, fileCount: brought.fileCount,
            where: { !known.contains($0.fingerprint) }, notCheckedIn: scope.holds)
        return report.findings.isEmpty ? report : nil
    }
}

/// What a change is asked to account for.
private struct ChangeScope {
    /// The files that it brings or takes away.
    let changed: Set<String>
    /// Whether a path is gone, which something may have named.
    let takesFilesAway: Bool
    let paths: ReportPaths

    init(_ change: SnapshotChange, paths: ReportPaths) {
        changed = Set((change.brought + change.taken).map(\.path))
        takesFilesAway = !Set(change.brought.map(\.path)).isSuperset(of: change.taken.map(\.path))
        self.paths = paths
    }

    func holds(_ path: String) -> Bool { changed.contains(path) && paths.contains(path) }
}
