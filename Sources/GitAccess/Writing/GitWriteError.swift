/// Why a repository did not take what was to be written; it is as it was before.
package enum GitWriteError: Error, Equatable, Sendable {
    case repository(GitError)
    /// The commit has another file at this path, or none.
    case changed(path: String)
    /// The disk is full, the repository cannot be written to, or the like.
    case unwritable(path: String, reason: String)
    case nulInMessage
    /// No signature could be made; `message` is the program's own.
    case unsigned(program: String, message: String)
    case invalidBranch(String)
    /// The branch is not where it was expected; `tip` is where it is, if anywhere.
    case moved(branch: String, tip: String?)
    /// Another program has locked the branch, or left its lock behind.
    case locked(branch: String, lock: String)
    /// A branch cannot be a directory of another one.
    case conflictingBranch(String, with: String)
    /// The branch is another name of this one.
    case symbolic(branch: String)
}

extension GitWriteError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .repository(let error): error.description
        case .changed(let path):
            "`\(path)` is not what the new content was made of; read the commit again"
        case .unwritable(let path, let reason):
            "cannot write to `\(path)`: \(reason); nothing was changed"
        case .nulInMessage: "the commit message holds a NUL, which Git does not record"
        case .unsigned(let program, let message):
            "`\(program)` did not sign the commit: \(message)"
        case .invalidBranch(let branch): "`\(branch)` is not a valid branch name"
        case .moved(let branch, let tip?): "the branch `\(branch)` moved to `\(tip)` meanwhile"
        case .moved(let branch, nil): "the branch `\(branch)` was deleted meanwhile"
        case .locked(let branch, let lock):
            "the branch `\(branch)` is locked by another program; if none runs, remove `\(lock)`"
        case .conflictingBranch(let branch, let other):
            "the branch `\(branch)` cannot be made while there is `\(other)`"
        case .symbolic(let branch): "the branch `\(branch)` is another name of a branch; name that"
        }
    }
}

extension GitWriteError {
    /// Tells what the disk refuses from all else that libgit2 fails at.
    init(_ error: GitError, in layout: RepositoryLayout) {
        if case .libgit2(let failure) = error, failure.isRefusedBySystem {
            self = .unwritable(path: layout.commonDirectory, reason: failure.message)
        } else {
            self = .repository(error)
        }
    }
}
