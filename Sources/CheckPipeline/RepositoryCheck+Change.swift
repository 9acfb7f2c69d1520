import Rules
package import SourceText
package import Triage

extension RepositoryCheck {
    /// Reports the findings of a snapshot that its base does not have; without a base, all.
    ///
    /// That includes findings in unchanged files, such as a marker whose policy the change deletes.
    ///
    /// Cost: a check of the whole tree, and one of the base if anything is found; the cache may
    /// have either.
    package func report(
        on snapshot: Snapshot, since base: Snapshot?, paths: ReportPaths = .all
    ) async throws -> CheckReport {
        guard let base else { return try await report(on: snapshot, paths: paths) }
        let failures = ReadFailures()
        let change = try change(of: base.noting(failures), to: snapshot.noting(failures))
        return try await report(on: change, paths: paths, isCacheable: { failures.isEmpty })
    }

    /// Reports the wanted findings that a change brings.
    ///
    /// - Parameter isCacheable: Whether the reports on both trees may be cached.
    func report(
        on change: TreeChange, paths: ReportPaths = .all, isCacheable: () -> Bool = { false },
        where isWanted: (ReportedFinding) -> Bool = { _ in true }
    ) async throws -> CheckReport {
        let changed = try await changedFacts(of: change)
        var unchanged: SnapshotFacts?
        /// Reads the files that did not change once, if at all.
        func judged(
            _ tree: ManifestTree, _ facts: SnapshotFacts, in context: CheckContext
        ) async throws -> CheckReport {
            if unchanged == nil { unchanged = try await unchangedFacts(of: change) }
            let facts = unchanged.map { $0 + facts } ?? facts
            return await judgement(of: facts, in: context).report(on: tree)
        }
        let paths = change.tree.following(paths)
        func isReported(_ found: ReportedFinding) -> Bool {
            isWanted(found) && paths.contains(found.finding.location.path)
        }

        let after = try await report(on: change.tree, change.key) {
            try await judged(change.tree, changed.brought, in: change.context)
        } isCacheable: {
            isCacheable()
        }
        var known: Set<String> = []
        if (after.findings + after.accepted).contains(where: isReported) {
            var isOwnReport = change.former.readsAlike(change.tree)
            let before = try await report(on: change.former, change.formerKey) {
                let context = change.formerContext()
                isOwnReport = isOwnReport && context != nil
                return try await judged(
                    change.former, changed.taken, in: context ?? change.context)
            } isCacheable: {
                isOwnReport && isCacheable()
            }
            known = before.fingerprints(movedTo: changed.newPaths)
        }
        return CheckReport(
            origin: change.tree.origin, fileCount: changed.brought.fileCount,
            excludedCount: change.excludedCount, isStrict: after.isStrict,
            findings: (after.findings + after.accepted).filter {
                isReported($0) && !known.contains($0.fingerprint)
            },
            notChecked: after.notChecked.filter {
                change.changedPaths.contains($0.path) && paths.contains($0.path)
            })
    }
}
