/// Commits some files of the work tree, and nothing else, as `git commit --only` does.
///
/// The user's own `git` does it, because it is their commit: their name, their keys and their
/// hooks count, and index and logs follow.
package struct WorktreeCommit {
    private static let outputLimit = 1 << 20

    private let program: GitProgram

    /// Fails for a repository without a work tree.
    package init(_ workspace: GitWorkspace) throws(GitError) {
        _ = try workspace.layout.top()
        let environment = workspace.environment
        let program = GitProgram(environment: environment, variables: environment.variables)
        guard let program else { throw .programMissing(reason: "it makes the commit") }
        self.program = program
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
        let ending: ChildProcess.Ending
        do {
            ending = try program.run(arguments, limit: Self.outputLimit)
        } catch {
            throw .failed(command: arguments[0], message: error.reason)
        }
        guard ending.status == 0 else {
            throw .failed(command: arguments[0], message: ending.messages.trimmed)
        }
        return ending.output
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
