import Configuration
import SourceText

/// The trees before and after a change, and what each is judged by.
struct TreeChange: Sendable {
    let former: ManifestTree
    let tree: ManifestTree
    let context: CheckContext
    /// The context of the former tree, or nil if its configuration is invalid.
    ///
    /// Called only if the former tree is judged.
    let formerContext: @Sendable () -> CheckContext?
    let differences: SnapshotChange
    /// The former tree, where it was read before.
    var known: LinkedTree?
    /// Where the cache has the reports on both trees; nil for trees that are not cached.
    var formerKey: ReportKey?
    var key: ReportKey?

    /// The paths of files that it adds, changes or deletes.
    var changedPaths: Set<String> {
        Set((differences.brought + differences.taken).map(\.path))
    }

    /// How many of the files that it brings are not reported on.
    var excludedCount: Int {
        context.configuration.excludedCount(of: differences.brought.map(\.path))
    }
}

extension RepositoryCheck {
    /// A configuration that is wrong throws a `ConfigurationError`; for the base's, that of the
    /// snapshot is in.
    func change(of base: Snapshot, to snapshot: Snapshot) throws -> TreeChange {
        let (base, snapshot) = (
            try others.linked(to: base), try others.linked(to: snapshot)
        )
        let (former, tree) = (try tree(of: base), try tree(of: snapshot))
        let context = try context(of: snapshot, tree)
        return TreeChange(
            former: former, tree: tree, context: context,
            formerContext: { try? self.context(of: base, former) },
            differences: SnapshotChange(from: former.entries, to: tree.entries),
            formerKey: key(of: base, former), key: key(of: snapshot, tree))
    }

    /// The change that gives files of a known tree other bytes.
    ///
    /// A configuration that is wrong throws a `ConfigurationError`.
    func change(of base: LinkedTree, to contents: [String: [UInt8]]) throws -> TreeChange {
        let tree = base.tree.replacing(contents)
        let isConfigured = ConfigurationFile.names.contains { contents[$0] != nil }
        func differ(_ entries: [SnapshotEntry]) -> [SnapshotEntry] {
            entries.filter { contents[$0.path] != nil }
        }
        return TreeChange(
            former: base.tree, tree: tree,
            context: isConfigured
                ? try context(of: base.snapshot.replacing(contents), tree) : base.context,
            formerContext: { base.context },
            differences: SnapshotChange(from: differ(base.tree.entries), to: differ(tree.entries)),
            known: base)
    }
}

/// The facts of the files that a change brings and takes away.
struct ChangedFacts {
    /// Of the files that it adds or changes, as they are after it.
    let brought: SnapshotFacts
    /// Of the files that it deletes or changes, as they were before it.
    let taken: SnapshotFacts
    /// The new path of each file that it moves, by the old one.
    let newPaths: [String: String]
}

extension RepositoryCheck {
    func changedFacts(of change: TreeChange) async throws -> ChangedFacts {
        let brought = try await facts(of: change.differences.brought, in: change.tree)
        let taken = try await facts(
            of: change.differences.taken, in: change.former, knowing: change.known)
        return ChangedFacts(
            brought: brought, taken: taken, newPaths: Renames(from: taken, to: brought).newPaths)
    }

    /// The facts of the files that a change leaves as they are.
    func unchangedFacts(of change: TreeChange) async throws -> SnapshotFacts {
        let changed = change.changedPaths
        return try await facts(
            of: change.tree.entries.filter { !changed.contains($0.path) }, in: change.tree,
            knowing: change.known)
    }
}
