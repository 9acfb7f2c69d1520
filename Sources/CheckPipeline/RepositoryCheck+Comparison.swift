import Configuration
import Rules
package import SourceText
import TagSnapshots
package import Triage

/// The base that a tree is compared with, and whose guard applies.
package struct Comparison: Sendable {
    package let base: Snapshot
    /// The base's own version of the baseline.
    package let baseline: Baseline
    /// Whether the change is judged by the configuration and the baseline that it brings, instead
    /// of those of the base.
    package let trustsChange: Bool

    package init(base: Snapshot, baseline: Baseline = .empty, trustsChange: Bool = false) {
        self.base = base
        self.baseline = baseline
        self.trustsChange = trustsChange
    }
}

extension RepositoryCheck {
    /// Judges the snapshot, and tells which findings are new in it since the base, what it hides
    /// itself, and what its policies select otherwise.
    ///
    /// Cost: beyond a check of the one tree, reading the files that differ; where anything is found
    /// or tags are known also a second judgement, and a third where the change touches its guard.
    package func report(
        on snapshot: Snapshot, comparedWith comparison: Comparison, paths: ReportPaths = .all
    ) async throws -> CheckReport {
        let change = try change(of: comparison.base, to: snapshot)
        let own = change.context
        let base = try? context(
            of: others.linked(to: comparison.base), change.former, baseline: comparison.baseline)
        let changed = try await changedFacts(of: change)
        let unchanged = try await unchangedFacts(of: change)
        let newPaths = changed.newPaths

        let context = comparison.trustsChange ? own : own.guarded(by: base, movedTo: newPaths)
        let after = await judgement(of: unchanged + changed.brought, in: context)
        let byOwnGuard =
            context.hasGuard(of: own)
            ? nil : await judgement(of: unchanged + changed.brought, in: own)
        var compared = ComparedFindings.empty
        var selections: [SelectionChange] = []
        var aboutConfiguration: [ReportedFinding] = []
        // Where nothing is found and no tags are known, the base has nothing to add.
        if byOwnGuard != nil || !after.triaged.findings.isEmpty || !tags.images.isEmpty {
            // One guard for both trees, or else a change of it would make old findings new.
            let before = await judgement(
                of: unchanged + changed.taken, in: base?.guarded(by: context, movedTo: [:]) ?? own)
            compared = ComparedFindings(
                after.triaged, since: before.triaged, countedByOwnGuard: byOwnGuard?.counted,
                newPaths: newPaths,
                without: byOwnGuard == nil ? nil : context.configuration.path)
            aboutConfiguration =
                byOwnGuard?.triaged.reports(about: own.configuration, since: before.triaged) ?? []
            selections = PolicySelections(of: before.model, movedTo: newPaths)
                .changes(in: after.model)
        }
        let wanted = change.tree.following(paths)
        let report = after.report(on: change.tree, of: compared)
            .reporting(on: wanted.contains)
            .adding(selections.filter { wanted.contains($0.path) })
            .adding(aboutConfiguration.filter { wanted.contains($0.finding.location.path) })
        guard !comparison.trustsChange, let base, let path = base.configuration.path,
            wanted.contains(own.configuration.path ?? path)
        else { return report }
        return report.adding(
            after.triaged.reports(
                of: own.configuration.weakenings(
                    since: base.configuration, on: acceptances.today),
                in: own.configuration, at: own.configuration.path ?? path))
    }

    private func context(
        of base: Snapshot, _ tree: ManifestTree, baseline: Baseline
    ) throws -> CheckContext {
        var context = try context(of: base, tree)
        context.acceptances.baseline = baseline
        return context
    }
}

extension CheckContext {
    /// The same tree by the configuration and the baseline of another, where that has a valid one.
    fileprivate func guarded(
        by other: CheckContext?, movedTo newPaths: [String: String]
    ) -> CheckContext {
        guard let other else { return self }
        var context = self
        context.configuration = other.configuration
        context.acceptances.baseline = other.acceptances.baseline
        context.acceptances.formerPaths = Dictionary(
            newPaths.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        return context
    }

    fileprivate func hasGuard(of other: CheckContext) -> Bool {
        configuration.source == other.configuration.source
            && acceptances.baseline == other.acceptances.baseline
    }
}
