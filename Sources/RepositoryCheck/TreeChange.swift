import Configuration
import SourceText

/// How one tree of a repository comes from another, and what both are judged by.
struct TreeChange {
    let former: ManifestTree
    let tree: ManifestTree
    let context: CheckContext
    /// Made only where it is needed.
    let formerContext: () -> CheckContext
    let differences: SnapshotChange
    /// The former tree, where it was read before.
    let known: LinkedTree?

    /// How many of the files that it brings are not reported on.
    var excludedCount: Int {
        context.configuration.excludedCount(of: differences.brought.map(\.path))
    }
}

extension RepositoryCheck {
    /// A configuration that is wrong throws a `ConfigurationError`; for the base's, that of the
    /// snapshot stands in.
    func change(of base: Snapshot, to snapshot: Snapshot) throws -> TreeChange {
        let (former, tree) = (try ManifestTree(of: base), try ManifestTree(of: snapshot))
        let context = try context(of: snapshot, tree)
        return TreeChange(
            former: former, tree: tree, context: context,
            formerContext: { (try? self.context(of: base, former)) ?? context },
            differences: SnapshotChange(from: former.entries, to: tree.entries), known: nil)
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
