/// A commit as the history has it, without its files.
package struct RecordedCommit: Equatable, Sendable {
    package let id: String
    /// The parents that this clone has.
    package let parents: [String]
    package let author: CommitPerson
    package let committer: CommitPerson
    /// When it was written.
    package let authored: CommitTime
    /// When it came to be as it is.
    package let committed: CommitTime
    package let message: String

    /// The parent that leads along the branch; nil for the first commit, and where a shallow clone
    /// ends.
    package var parent: String? { parents.first }

    /// The first paragraph of the message, on one line.
    package var subject: String {
        message.drop(while: \.isNewline).split(separator: "\n", omittingEmptySubsequences: false)
            .prefix { !$0.isEmpty }.joined(separator: " ")
    }
}

extension GitWorkspace {
    /// The commits of `tip` that `base` does not have, newest first; nil for more than `limit`.
    package func commits(
        of tip: String, beyond base: String, limit: Int = 10_000
    ) throws(GitError) -> [RecordedCommit]? {
        let commits = try commits(["--max-count=\(limit + 1)", "--end-of-options", tip, "^\(base)"])
        return commits.count <= limit ? commits : nil
    }

    /// The commits that changed one of some files, newest first: of a merge, all that it brought
    /// counts as one change.
    package func commits(
        changing paths: [String], from tip: String, limit: Int
    ) throws(GitError) -> [RecordedCommit] {
        guard !paths.isEmpty else { return [] }
        return try commits(
            [
                "--first-parent", "--no-renames", "--max-count=\(limit)", "--end-of-options", tip,
                "--",
            ]
                + paths.map { ":(top,literal)\($0)" })
    }

    /// The commits that `git log` lists with these arguments.
    private func commits(_ arguments: [String]) throws(GitError) -> [RecordedCommit] {
        let output = try history().output(RecordedCommit.log + ["--no-patch"] + arguments) ?? []
        return output.split(separator: 0).compactMap(RecordedCommit.init)
    }

    /// Where a branch is checked out, if anywhere: its files do not follow when it moves.
    package func worktree(withBranch branch: String) throws(GitError) -> String? {
        let path = try history().lines(
            "for-each-ref", "--format=%(worktreepath)", "refs/heads/\(branch)")?.first
        return path.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension RecordedCommit {
    /// The arguments by which `git` lists commits as `init` reads them.
    ///
    /// The user's settings must not change the format, nor make Git verify signatures.
    static let log = [
        "-c", "log.showRoot=true", "log", "-z", "--no-show-signature", "--no-color", "--no-mailmap",
        "--no-notes", "--encoding=UTF-8", "--date=raw",
        "--format=%H%n%P%n%an%n%ae%n%ad%n%cn%n%ce%n%cd%n%B",
    ]

    /// Nine lines, the last of which is the first of the message.
    init?(_ record: ArraySlice<UInt8>) {
        let lines = record.split(
            separator: UInt8(ascii: "\n"), maxSplits: 8, omittingEmptySubsequences: false
        ).map { String(decoding: $0, as: UTF8.self) }
        guard lines.count == 9, let authored = CommitTime(recorded: lines[4]),
            let committed = CommitTime(recorded: lines[7])
        else { return nil }
        id = lines[0]
        parents = lines[1].split(separator: " ").map(String.init)
        author = CommitPerson(name: lines[2], email: lines[3])
        self.authored = authored
        committer = CommitPerson(name: lines[5], email: lines[6])
        self.committed = committed
        message = lines[8]
    }
}
