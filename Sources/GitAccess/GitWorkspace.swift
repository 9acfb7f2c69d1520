package import SourceText

/// A repository as one folder and environment see it; it is only ever read.
package struct GitWorkspace {
    /// A place of the repository that has files.
    package enum Place: Hashable, Sendable {
        case worktree
        /// What the next commit records, with `GIT_INDEX_FILE` respected.
        case index
        /// Anything that Git takes for a commit or tree: a branch, an id, `HEAD~2`.
        case revision(String)
    }

    private let access: any RepositoryAccess
    private let environment: GitEnvironment

    /// Finds the repository that `git` itself would use.
    package init(environment: GitEnvironment) throws(GitError) {
        self.environment = environment
        access = try LibraryAccess(environment: environment)
    }

    package var layout: RepositoryLayout { access.layout }

    /// The id of the commit that HEAD stands for; nil before the first commit.
    package func head() throws(GitError) -> String? { try access.head() }

    /// The last value of a setting such as `core.hooksPath`; nil where it is not set.
    package func setting(_ name: String) throws(GitError) -> String? { try access.setting(name) }

    package func snapshot(of place: Place) throws(GitError) -> Snapshot {
        switch place {
        case .worktree: try worktreeSnapshot()
        case .index: try recorded(.index, access.indexFiles())
        case .revision(let revision): try snapshot(ofRevision: revision)
        }
    }

    private func snapshot(ofRevision revision: String) throws(GitError) -> Snapshot {
        if revision == "HEAD", try head() == nil { throw .unbornHead }
        let id = try access.resolve(revision)
        return try recorded(.commit(id), access.files(ofTree: id))
    }

    private func worktreeSnapshot() throws(GitError) -> Snapshot {
        guard let top = layout.worktree else { throw .noWorktree(repository: layout.gitDirectory) }
        let files = try access.worktreeFiles()
        let openBlobs = access.openBlobs
        return Snapshot(origin: .worktree, entries: files.entries) {
            try WorktreeReader(top: top, files: files, openBlobs: openBlobs)
        }
    }

    private func recorded(_ origin: Snapshot.Origin, _ files: ListedFiles) -> Snapshot {
        Snapshot(origin: origin, entries: files.entries, makeReader: access.openBlobs)
    }
}
