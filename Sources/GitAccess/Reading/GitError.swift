/// Why a repository, or one place in it, cannot be read.
package enum GitError: Error, Equatable, Sendable {
    case notARepository(directory: String)
    /// The repository belongs to another user, and no `safe.directory` setting trusts it.
    case foreignOwner(path: String)
    case unknownRevision(String)
    case ambiguousRevision(String)
    /// HEAD names a branch that has no commit yet.
    case unbornHead
    /// The index contains unmerged paths.
    case conflicts(paths: [String])
    /// A bare repository has neither work tree nor index.
    case noWorktree(repository: String)
    case unreadable(path: String, reason: String)
    /// The object database lacks a tree or a commit, as shallow and partial clones do.
    case missingObject(id: String)
    /// Two files of one place have the same path, which Git itself never writes.
    case duplicatePath(String)
    case tooManyFiles(limit: Int)
    /// The repository uses a Git format that libgit2 does not know.
    case unsupported(reason: String)
    /// The repository needs the `git` program, and there is none; `reason` is libgit2's.
    case programMissing(reason: String)
    /// The `git` program failed; `message` is its own.
    case program(arguments: [String], message: String)
    case libgit2(LibraryFailure)
}

extension GitError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notARepository(let directory):
            "`\(directory)` is not in a Git repository, nor is any directory above it"
        case .foreignOwner(let path):
            "the repository at `\(path)` belongs to another user; if you trust it, run "
                + "`git config --global --add safe.directory \(shellQuoted(path))`"
        case .unknownRevision(let revision):
            "`\(revision)` names no commit in this repository; a shallow clone may lack it"
        case .ambiguousRevision(let revision):
            "`\(revision)` names more than one object; give more digits of its id"
        case .unbornHead:
            "`HEAD` has no commit yet; make the first commit, or check the index or the work tree"
        case .conflicts(let paths):
            "the index holds unresolved conflicts in \(listed(paths)); resolve them, then `git add` "
                + "the files"
        case .noWorktree(let repository):
            "`\(repository)` is a bare repository without work tree or index; name a revision"
        case .unreadable(let path, let reason):
            "cannot read `\(path)`: \(reason)"
        case .missingObject(let id):
            "object `\(id)` is not in this clone; fetch it with `git fetch --unshallow` or "
                + "`git fetch --refetch`"
        case .duplicatePath(let path):
            "the path `\(path)` is recorded twice; run `git fsck`"
        case .tooManyFiles(let limit):
            "the repository has more than \(limit) files and directories"
        case .unsupported(let reason):
            "libgit2 cannot read this repository: \(reason)"
        case .programMissing(let reason):
            "this repository needs the `git` program, which is not on `PATH` (\(reason))"
        case .program(let arguments, let message):
            "`git \(arguments.joined(separator: " "))` failed: "
                + message.split(whereSeparator: \.isNewline).joined(separator: "; ")
        case .libgit2(let failure):
            "\(failure.call) failed with code \(failure.code): \(failure.message)"
        }
    }

    private func listed(_ paths: [String]) -> String {
        let shown = paths.prefix(10).map { "`\($0)`" }.joined(separator: ", ")
        return paths.count > 10 ? "\(shown) and \(paths.count - 10) more" : shown
    }

    /// `path` as one word of a shell command, so that the advice can be pasted.
    private func shellQuoted(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                || UInt8(ascii: "-")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
        }
        return isPlain ? path : "'\(path.replacing("'", with: #"'\''"#))'"
    }
}
