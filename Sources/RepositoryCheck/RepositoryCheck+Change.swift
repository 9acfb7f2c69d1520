import Rules
package import SourceText
package import Triage

extension RepositoryCheck {
    /// Judges the snapshot and reports what the change that led to it brought: findings that rest
    /// on one of its files, and those elsewhere that were not there before it, such as a marker
    /// whose policy it deletes.
    ///
    /// Cost: mostly a look into every file, without parsing those that the change leaves alone.
    package func report(
        on change: SnapshotChange, to snapshot: Snapshot, paths: ReportPaths = .all
    ) async throws -> CheckReport {
        let brought = try await facts(of: change.brought, in: snapshot)
        let taken = try await facts(of: change.taken, in: snapshot)
        let changed = Set((change.brought + change.taken).map(\.path))
        let quick = try await quickReport(brought, replacing: taken, changed, in: snapshot)
        if let quick { return quick }

        let rest = try await facts(
            of: snapshot.entries.filter { !changed.contains($0.path) }, in: snapshot)
        let before = Judgement(of: rest + taken, by: rules).fingerprints
        return Judgement(of: rest + brought, by: rules).report(
            origin: snapshot.origin, fileCount: brought.fileCount,
            where: { finding, fingerprint in
                paths.contains(finding.location.path)
                    && (finding.rests(on: changed) || !before.contains(fingerprint))
            },
            notCheckedIn: { changed.contains($0) && paths.contains($0) })
    }

    /// The report of a change that brings nothing, found without reading most files; nil where
    /// that is not certain.
    ///
    /// Other files can only take findings away from the changed ones: nothing found without them
    /// is nothing found. And elsewhere the change brings nothing as long as it takes nothing away
    /// that other files rest on.
    private func quickReport(
        _ brought: SnapshotFacts, replacing taken: SnapshotFacts, _ changed: Set<String>,
        in snapshot: Snapshot
    ) async throws -> CheckReport? {
        let support = FileSupport(of: brought)
        guard support.covers(FileSupport(of: taken)) else { return nil }
        var facts = brought
        let missing = support.missingPolicies
        if !missing.isEmpty {
            let holding = try await self.facts(
                of: snapshot.entries.filter { !changed.contains($0.path) }, in: snapshot,
                holding: missing.sorted())
            guard missing.isSubset(of: FileSupport(of: holding).policies) else { return nil }
            facts = holding + brought
        }
        let report = Judgement(of: facts, by: rules).report(
            origin: snapshot.origin, fileCount: brought.fileCount,
            where: { finding, _ in finding.rests(on: changed) },
            notCheckedIn: changed.contains)
        return report.findings.isEmpty ? report : nil
    }
}

extension Finding {
    fileprivate func rests(on paths: Set<String>) -> Bool {
        paths.contains(location.path) || related.contains { paths.contains($0.location.path) }
    }
}
