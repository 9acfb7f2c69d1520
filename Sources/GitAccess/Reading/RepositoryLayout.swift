/// Where the parts of one repository lie; all paths are absolute and have no slash at their end.
package struct RepositoryLayout: Equatable, Sendable {
    /// The directory of this working tree alone: HEAD and the index.
    package let gitDirectory: String
    /// The directory that all working trees share: objects, branches, configuration; often
    /// `gitDirectory`.
    package let commonDirectory: String
    /// The top of the work tree; nil for a bare repository.
    package let worktree: String?
    let indexFile: String
    /// Where objects are looked for: one directory to begin with, then those the environment adds.
    let objectDirectories: [String]

    package var isBare: Bool { worktree == nil }
    /// The top of the work tree; fails for a bare repository.
    func top() throws(GitError) -> String {
        guard let worktree else { throw .noWorktree(repository: gitDirectory) }
        return worktree
    }
    /// The top of the work tree, or the Git directory of a bare repository.
    package var root: String { worktree ?? gitDirectory }
}
