package import SourceText

/// A repository as one directory and environment see it; what writes to it has types of its own.
package struct GitWorkspace {
    /// A place of the repository that has files.
    package enum Place: Hashable, Sendable {
        case worktree
        /// The content of the next commit, with `GIT_INDEX_FILE` respected.
        case index
        /// Anything that Git takes for a commit or tree: a branch, an id, `HEAD~2`.
        case revision(String)
    }

    let access: any RepositoryAccess
    let environment: GitEnvironment

    /// Finds the repository that `git` itself would use.
    package init(environment: GitEnvironment) throws(GitError) {
        self.environment = environment
        let program = GitProgram(environment: environment)
        do {
            access = try LibraryAccess(environment: environment, program: program)
        } catch .libgit2(let failure) where failure.hasFoundNoRepository {
            throw .notARepository(directory: environment.directory)
        } catch {
            access = try Self.programAccess(environment, program, because: error)
        }
    }

    /// Lets the `git` program decide what libgit2 cannot: it knows more formats, and more settings
    /// that trust another user's repository.
    private static func programAccess(
        _ environment: GitEnvironment, _ program: GitProgram?, because failure: GitError
    ) throws(GitError) -> ProgramAccess {
        let isForeign =
            if case .libgit2(let library) = failure { library.isForeignOwner } else { false }
        do throws(GitError) {
            guard let program else { throw GitError.programMissing(reason: failure.description) }
            return try ProgramAccess(environment: environment, program: program)
        } catch {
            if isForeign { throw .foreignOwner(path: environment.enclosingWorktree) }
            throw error
        }
    }

    package var layout: RepositoryLayout { access.layout }

    /// The id of the commit that HEAD points to; nil before the first commit.
    package func head() throws(GitError) -> String? { try access.head() }

    /// The last value of a setting such as `core.hooksPath`; nil where it is not set.
    package func setting(_ name: String) throws(GitError) -> String? { try access.setting(name) }

    /// The files of a place as they are now.
    ///
    /// - Parameter isCompared: Whether a work tree's files matter beside those of another place.
    ///   Where they do not, each is taken for one that may have changed, and none for executable:
    ///   to tell takes a look at each.
    package func snapshot(
        of place: Place, isCompared: Bool = true
    ) throws(GitError) -> Snapshot {
        switch place {
        case .worktree: try worktreeSnapshot(lookingForChanges: isCompared)
        case .index: try indexSnapshot()
        case .revision(let revision): try snapshot(ofRevision: revision)
        }
    }

    /// The tree that the commit being made is compared with; nil before the first commit.
    ///
    /// It is HEAD, as Git's hooks mean it, also for an amended commit and for a merge.
    package func stagedBase() throws(GitError) -> Snapshot? {
        guard let id = try head() else { return nil }
        return try recorded(.commit(id), access.files(ofTree: id))
    }

    private func indexSnapshot() throws(GitError) -> Snapshot {
        guard !layout.isBare || environment["GIT_INDEX_FILE"] != nil else {
            throw .noWorktree(repository: layout.gitDirectory)
        }
        return try recorded(.index, access.indexFiles())
    }

    private func snapshot(ofRevision revision: String) throws(GitError) -> Snapshot {
        if revision == "HEAD", try head() == nil { throw .unbornHead }
        let id = try access.resolve(revision)
        return try recorded(.commit(id), access.files(ofTree: id))
    }

    private func worktreeSnapshot(lookingForChanges looks: Bool) throws(GitError) -> Snapshot {
        let top = try layout.top()
        let files = try access.worktreeFiles(lookingForChanges: looks)
        let openBlobs = access.openBlobs
        return Snapshot(origin: .worktree, entries: files.entries) {
            try WorktreeReader(top: top, files: files, openBlobs: openBlobs)
        }
    }

    private func recorded(_ origin: Snapshot.Origin, _ files: ListedFiles) -> Snapshot {
        Snapshot(origin: origin, entries: files.entries, makeReader: access.openBlobs)
    }
}
