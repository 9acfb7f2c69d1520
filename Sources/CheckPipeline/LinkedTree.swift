import Configuration
import Kustomize
import ManifestFacts
package import RepositoryLinking
package import SourceText

/// A tree of which the files with links and markers were read.
package struct LinkedTree: Sendable {
    package let snapshot: Snapshot
    let tree: ManifestTree
    let context: CheckContext
    /// Of those files at least.
    let facts: SnapshotFacts
    /// Nil where nothing needed one.
    package let model: RepositoryModel?
}

extension RepositoryCheck {
    /// - Parameters:
    ///   - isLinkedAnyway: Whether it is linked where it declares neither policies nor environments:
    ///     that takes as long as all the rest, and tells little then.
    ///   - former: Another tree of the repository, of which unchanged files are not read again.
    func linkedTree(
        of snapshot: Snapshot, isLinkedAnyway: Bool = true, after former: LinkedTree? = nil
    ) async throws -> LinkedTree {
        let tree = try ManifestTree(of: snapshot)
        async let reading = facts(of: tree, after: former)
        let context = try context(of: snapshot, tree)
        let facts = try await reading
        let isLinked =
            isLinkedAnyway || facts.holdPolicies || !context.configuration.environments.isEmpty
        let model = isLinked ? facts.model(in: context) : nil
        return LinkedTree(
            snapshot: snapshot, tree: tree, context: context, facts: facts, model: model)
    }

    /// The facts of the files with links and markers.
    private func facts(
        of tree: ManifestTree, after former: LinkedTree?
    ) async throws -> SnapshotFacts {
        guard let former, former.tree.readsAlike(tree) else {
            return try await facts(of: tree.entries, in: tree, interest: .linksAndMarkers)
        }
        let change = SnapshotChange(from: former.tree.entries, to: tree.entries)
        let brought = Set(change.brought.map(\.path))
        let unchanged = tree.entries.filter { !brought.contains($0.path) }
        return former.facts.those(of: unchanged)
            + (try await facts(of: change.brought, in: tree, interest: .linksAndMarkers))
    }

    /// The facts of files of a tree; known ones are not read again.
    func facts(
        of entries: [SnapshotEntry], in tree: ManifestTree, knowing known: LinkedTree?
    ) async throws -> SnapshotFacts {
        guard let known else { return try await facts(of: entries, in: tree) }
        let read = Set(known.facts.files.map(\.path))
        let rest = try await facts(of: entries.filter { !read.contains($0.path) }, in: tree)
        return known.facts.those(of: entries) + rest
    }
}

extension SnapshotFacts {
    fileprivate var holdPolicies: Bool {
        files.contains { file in
            guard let facts = try? file.content.get().facts else { return false }
            return !facts.policies.isEmpty
                || facts.resourceSets.contains { $0.renderings.contains { !$0.policies.isEmpty } }
        }
    }

    /// The facts of some of the files.
    fileprivate func those(of entries: [SnapshotEntry]) -> SnapshotFacts {
        let paths = Set(entries.map(\.path))
        let files = files.filter { paths.contains($0.path) }
        return SnapshotFacts(files: files, fileCount: files.count)
    }
}
