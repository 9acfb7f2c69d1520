import Rules
package import SourceText
package import Triage

extension RepositoryCheck {
    /// Reports the findings of a snapshot that its base does not have; without a base, all.
    ///
    /// That includes findings in unchanged files, such as a marker whose policy the change deletes.
    ///
    /// Cost: a check of the whole tree, and one of the base if anything is found.
    package func report(
        on snapshot: Snapshot, since base: Snapshot?, paths: ReportPaths = .all
    ) async throws -> CheckReport {
        guard let base else { return try await report(on: snapshot, paths: paths) }
        return try await report(on: change(of: base, to: snapshot), paths: paths)
    }

    /// Reports the wanted findings that a change brings.
    func report(
        on change: TreeChange, paths: ReportPaths = .all,
        where isWanted: (TriagedFinding) -> Bool = { _ in true }
    ) async throws -> CheckReport {
        let facts = try await facts(of: change)
        let paths = change.tree.following(paths)
        func isReported(_ found: TriagedFinding) -> Bool {
            isWanted(found) && paths.contains(found.finding.location.path)
        }
        let after = await judgement(of: facts.after, in: change.context)
        var known: Set<String> = []
        if after.triaged.findings.contains(where: isReported) {
            let before = await judgement(of: facts.before, in: change.formerContext())
            known = before.triaged.fingerprints(movedTo: facts.newPaths)
        }
        return after.report(
            origin: change.tree.origin, fileCount: facts.brought.fileCount,
            excludedCount: change.excludedCount,
            where: { isReported($0) && !known.contains($0.fingerprint) },
            notCheckedIn: { change.changedPaths.contains($0) && paths.contains($0) })
    }
}
