/// Commits some files of the work tree, and nothing else, as `git commit --only` does.
///
/// The user's own `git` does it, because it is their commit: their name, their keys and their
/// hooks count, and index and logs follow.
package struct WorktreeCommit {
    private static let outputLimit = 1 << 20

    private let executable: String
    private let environment: GitEnvironment

    /// Fails for a repository without a work tree.
    package init(_ workspace: GitWorkspace) throws(GitError) {
        guard workspace.layout.worktree != nil else {
            throw .noWorktree(repository: workspace.layout.gitDirectory)
        }
        environment = workspace.environment
        guard let executable = environment.program("git") else {
            throw .programMissing(reason: "it makes the commit")
        }
        self.executable = executable
    }

    /// Refuses files, by their paths from the root, that are not as HEAD has them, in the work tree
    /// and in the index.
    package func refuseChanges(of paths: [String]) throws(WorktreeCommitError) {
        let status = try run(
            [
                "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--ignored",
                "--",
            ] + pathspecs(paths))
        let records = status.split(separator: 0, omittingEmptySubsequences: true)
        guard let first = records.first else { return }
        throw .changed(path: String(decoding: first.dropFirst(3), as: UTF8.self))
    }

    /// Commits the files as they are in the work tree; gives the id of the commit.
    package func commit(
        _ paths: [String], message: String
    ) throws(WorktreeCommitError) -> String {
        _ = try run(
            ["commit", "--quiet", "--only", "--message=\(message)", "--"] + pathspecs(paths))
        let id = try run(["rev-parse", "--verify", "HEAD"])
        return String(decoding: id, as: UTF8.self).filter { !$0.isNewline }
    }

    /// Paths from the root, wherever the command runs, taken literally.
    private func pathspecs(_ paths: [String]) -> [String] {
        paths.map { ":(top,literal)\($0)" }
    }

    /// The output of `git`.
    private func run(_ arguments: [String]) throws(WorktreeCommitError) -> [UInt8] {
        let command = arguments[0]
        let start = [executable, "-C", environment.directory, "-c", "core.fsmonitor=false"]
        let collected: (output: [UInt8], messages: [UInt8])?
        let status: Int32
        do {
            let child = try ChildProcess(start + arguments, variables: environment.list)
            collected = try child.collect(limit: Self.outputLimit)
            guard collected != nil else {
                throw WorktreeCommitError.failed(
                    command: command, message: "more than \(Self.outputLimit) bytes of output")
            }
            status = child.wait()
        } catch let error as SystemFailure {
            throw .failed(command: command, message: error.reason)
        } catch let error as WorktreeCommitError {
            throw error
        } catch {
            preconditionFailure("no other error is thrown here: \(error)")
        }
        guard let collected, status == 0 else {
            let words = String(decoding: collected?.messages ?? [], as: UTF8.self)
            throw .failed(command: command, message: words.trimmed)
        }
        return collected.output
    }
}

/// Why nothing was committed.
package enum WorktreeCommitError: Error, Hashable, Sendable {
    /// The file differs from HEAD already, or HEAD does not have it.
    case changed(path: String)
    /// With what `git` or a hook says.
    case failed(command: String, message: String)
}

extension WorktreeCommitError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .changed(let path):
            "`\(path)` has changes that HEAD lacks; commit them first, or do without --commit"
        case .failed(let command, ""): "`git \(command)` failed"
        case .failed(let command, let message): "`git \(command)` failed: \(message)"
        }
    }
}
