import ManifestFacts
import RepositoryLinking
import SourceText

/// What is known of a change before it is looked at: which files differ, and what was read before.
struct KnownChange {
    let paths: Set<String>
    /// Of the old tree; those of files with links or markers at least.
    let facts: SnapshotFacts

    /// What some of the old tree's files say that may change what others mean.
    func links(of entries: [SnapshotEntry]) -> SnapshotFacts {
        facts.those(of: entries) { file in
            FileFacts.canHoldLinks(file.facts.source, role: file.facts.role)
        }
    }
}

extension KnownChange? {
    /// The entries among which those are that differ.
    func compared(_ entries: [SnapshotEntry]) -> [SnapshotEntry] {
        guard let self else { return entries }
        return entries.filter { self.paths.contains($0.path) }
    }
}

extension RepositoryCheck {
    /// What files of a tree say; what is known already is not read again.
    func facts(
        of entries: [SnapshotEntry], in tree: ManifestTree, knowing known: KnownChange?
    ) async throws -> SnapshotFacts {
        guard let known else { return try await facts(of: entries, in: tree) }
        let read = Set(known.facts.files.map(\.path))
        let rest = try await facts(of: entries.filter { !read.contains($0.path) }, in: tree)
        return known.facts.those(of: entries) + rest
    }
}

extension SnapshotFacts {
    /// The facts of some files: those that are wanted, and why others could not be read.
    fileprivate func those(
        of entries: [SnapshotEntry], where isWanted: (ManifestFile) -> Bool = { _ in true }
    ) -> SnapshotFacts {
        let paths = Set(entries.map(\.path))
        let files = files.filter { file in
            paths.contains(file.path) && (try? isWanted(file.content.get())) ?? true
        }
        return SnapshotFacts(files: files, fileCount: files.count)
    }
}
