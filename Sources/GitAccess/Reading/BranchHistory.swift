/// A commit as the history has it, without its files.
package struct RecordedCommit: Equatable, Sendable {
    package let id: String
    /// The parents that this clone has.
    package let parents: [String]
    package let author: CommitPerson
    package let committer: CommitPerson
    package let message: String
}

extension GitWorkspace {
    /// The commits of `tip` that `base` does not have, newest first; nil for more than `limit`.
    package func commits(
        of tip: String, beyond base: String, limit: Int = 10_000
    ) throws(GitError) -> [RecordedCommit]? {
        // The user's settings must not change the format, nor make Git verify signatures.
        let records = try history().records(
            "log", "-z", "--no-show-signature", "--no-color", "--no-mailmap", "--encoding=UTF-8",
            "--no-patch", "--format=%H%n%P%n%an%n%ae%n%cn%n%ce%n%B", "--max-count=\(limit + 1)",
            "--end-of-options", tip, "^\(base)")
        guard records.count <= limit else { return nil }
        return records.compactMap(RecordedCommit.init)
    }

    /// Where a branch is checked out, if anywhere: its files do not follow when it moves.
    package func worktree(withBranch branch: String) throws(GitError) -> String? {
        let path = try history().lines(
            "for-each-ref", "--format=%(worktreepath)", "refs/heads/\(branch)")?.first
        return path.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension RecordedCommit {
    /// Seven lines, the last of which is the first of the message.
    fileprivate init?(_ record: ArraySlice<UInt8>) {
        let lines = record.split(
            separator: UInt8(ascii: "\n"), maxSplits: 6, omittingEmptySubsequences: false
        ).map { String(decoding: $0, as: UTF8.self) }
        guard lines.count == 7 else { return nil }
        id = lines[0]
        parents = lines[1].split(separator: " ").map(String.init)
        author = CommitPerson(name: lines[2], email: lines[3])
        committer = CommitPerson(name: lines[4], email: lines[5])
        message = lines[6]
    }
}
