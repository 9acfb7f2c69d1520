import Configuration
import RepositoryLinking
import Rules
package import SourceText
package import Triage

extension RepositoryCheck {
    /// Judges the snapshot and reports what it brings since `base`; without one, everything.
    ///
    /// That is findings in a file that differs, and those elsewhere that were not there before, such
    /// as a marker whose policy is deleted.
    ///
    /// Cost: mostly a look into every file, without parsing those that stay as they are.
    package func report(
        on snapshot: Snapshot, since base: Snapshot?, paths: ReportPaths = .all
    ) async throws -> CheckReport {
        guard let base else { return try await report(on: snapshot, paths: paths) }
        let (former, tree) = (try ManifestTree(of: base), try ManifestTree(of: snapshot))
        let change = SnapshotChange(from: former.entries, to: tree.entries)
        let brought = try await facts(of: change.brought, in: tree)
        let taken = try await facts(of: change.taken, in: former)
        let scope = ChangeScope(change, paths: tree.following(paths))
        let others = tree.entries.filter { !scope.changed.contains($0.path) }
        let context = try context(of: snapshot, tree)
        let quick = try await quickReport(
            brought, replacing: taken, beside: others, tree, scope, context)
        if let quick { return quick }

        let rest = try await facts(of: others, in: tree)
        let formerContext = (try? self.context(of: base, former)) ?? context
        let before = Judgement(of: rest + taken, by: rules, in: formerContext).fingerprints
        return Judgement(of: rest + brought, by: rules, in: context).report(
            origin: tree.origin, fileCount: brought.fileCount,
            where: { finding, fingerprint in
                scope.holds(finding)
                    || scope.paths.contains(finding.location.path) && !before.contains(fingerprint)
            },
            notCheckedIn: scope.holds)
    }

    /// The report of a change that brings nothing, found without reading most files; nil where
    /// that is not certain.
    ///
    /// Where no policy changes and no tag speaks of one more environment, other files can only take
    /// findings away from the changed ones and the policies that their markers name: nothing found
    /// without them is nothing found. And elsewhere the change brings nothing as long as it takes
    /// nothing away that other files rest on.
    private func quickReport(
        _ brought: SnapshotFacts, replacing taken: SnapshotFacts, beside others: [SnapshotEntry],
        _ tree: ManifestTree, _ scope: ChangeScope, _ context: CheckContext
    ) async throws -> CheckReport? {
        let support = FileSupport(of: brought)
        let former = FileSupport(of: taken)
        guard context.configuration.environments.isEmpty,
            support.covers(former), !support.decidesPolicies, !former.decidesPolicies,
            scope.changed.isDisjoint(with: ConfigurationFile.names),
            let policies = try await declarations(of: support.missingPolicies, in: others, tree)
        else { return nil }
        let before = Judgement(of: policies + taken, by: rules, in: context)
        let after = Judgement(of: policies + brought, by: rules, in: context)
        guard before.model.environmentEvidence.isSuperset(of: after.model.environmentEvidence)
        else { return nil }
        let known = before.fingerprints
        let report = after.report(
            origin: tree.origin, fileCount: brought.fileCount,
            where: { finding, fingerprint in
                scope.holds(finding) || !known.contains(fingerprint)
            }, notCheckedIn: scope.holds)
        return report.findings.isEmpty ? report : nil
    }

    /// The files that declare these policies; nil unless each is declared.
    ///
    /// Files whose path speaks of policies, images or the policy come first: they mostly suffice.
    private func declarations(
        of policies: Set<String>, in entries: [SnapshotEntry], _ tree: ManifestTree
    ) async throws -> SnapshotFacts? {
        var declarations = SnapshotFacts(files: [], fileCount: 0)
        var missing = policies
        let words = policies.union(["polic", "image"]).map { Array($0.utf8) }
        var rest = entries
        let split = rest.partition { entry in
            let path = Array(entry.path.utf8)
            return !words.contains { path.contains(word: $0) }
        }
        for part in [rest[..<split], rest[split...]] where !missing.isEmpty {
            let facts = try await facts(of: Array(part), in: tree, holding: missing.sorted())
            declarations = declarations + facts
            missing.subtract(FileSupport(of: facts).policies)
        }
        return missing.isEmpty ? declarations : nil
    }
}

/// What a change is asked to account for.
private struct ChangeScope {
    /// The files that it brings or takes away.
    let changed: Set<String>
    let paths: ReportPaths

    init(_ change: SnapshotChange, paths: ReportPaths) {
        changed = Set((change.brought + change.taken).map(\.path))
        self.paths = paths
    }

    func holds(_ path: String) -> Bool { changed.contains(path) && paths.contains(path) }

    /// Whether a finding that is wanted stands in a changed file.
    func holds(_ finding: Finding) -> Bool { holds(finding.location.path) }
}
