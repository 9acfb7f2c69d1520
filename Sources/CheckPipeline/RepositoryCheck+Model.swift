package import RepositoryLinking
import Rules
package import SourceText
package import Triage

extension RepositoryCheck {
    /// Reads and links the whole snapshot without judging it.
    package func model(of snapshot: Snapshot) async throws -> RepositoryModel {
        let snapshot = try others.linked(to: snapshot)
        let tree = try tree(of: snapshot)
        let context = try context(of: snapshot, tree)
        return try await facts(of: tree.entries, in: tree).model(in: context)
    }
}

extension RepositoryCheck {
    /// Links the facts of a snapshot's manifests that were read before.
    ///
    /// - Parameter facts: Those of the manifests of a tree, which is the snapshot's.
    package func model(
        of snapshot: Snapshot, facts: (ManifestTree) throws -> SnapshotFacts
    ) throws -> RepositoryModel {
        let tree = try tree(of: snapshot)
        return try facts(tree).model(in: context(of: snapshot, tree))
    }
}

/// A file of a repository as linked, and what the rules say about the whole.
package struct CheckedFile: Sendable {
    /// From the repository's root; what a link leads to.
    package let path: String
    /// Whether its name, or that of a link to it, is that of a manifest.
    package let isManifest: Bool
    package let model: RepositoryModel
    package let report: CheckReport
}

extension CheckedFile {
    /// A manifest of a repository of which everything is known.
    package init(at path: String, in checked: CheckedRepository) {
        self.init(path: path, isManifest: true, model: checked.model, report: checked.report)
    }
}

extension RepositoryCheck {
    /// Judges the whole snapshot, for those who ask about one file of it.
    package func checkedFile(
        at path: String, in snapshot: Snapshot
    ) async throws -> CheckedFile {
        let snapshot = try others.linked(to: snapshot)
        let tree = try tree(of: snapshot)
        let path = tree.file(at: path)
        let checked = try await checked(tree, of: snapshot, paths: .all)
        return CheckedFile(
            path: path, isManifest: tree.entries.contains { $0.path == path },
            model: checked.model, report: checked.report)
    }
}
