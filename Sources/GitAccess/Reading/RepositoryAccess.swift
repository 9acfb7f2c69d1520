import SourceText

/// Answers what a workspace asks of a repository.
///
/// `LibraryAccess` answers through libgit2; `ProgramAccess` through the `git` program, for the
/// repositories that libgit2 cannot open.
protocol RepositoryAccess {
    var layout: RepositoryLayout { get }
    /// The id of the commit that HEAD points to; nil before the first commit.
    func head() throws(GitError) -> String?
    /// The last value of a setting; nil where it is not set.
    func setting(_ name: String) throws(GitError) -> String?
    /// The id of the commit, or else of the tree, that `revision` names.
    func resolve(_ revision: String) throws(GitError) -> String
    /// The files of a commit or tree.
    func files(ofTree id: String) throws(GitError) -> ListedFiles
    func indexFiles() throws(GitError) -> ListedFiles
    /// Tracked files that exist, and those that are neither tracked nor ignored.
    ///
    /// - Parameter looks: Whether to tell the ids of those that are surely as the index records
    ///   them, and which are executable.
    func worktreeFiles(lookingForChanges looks: Bool) throws(GitError) -> ListedFiles
    /// Opens a reader of recorded files.
    var openBlobs: @Sendable () throws(GitError) -> any SnapshotReader { get }
}
