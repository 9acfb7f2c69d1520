/// A commit of a branch, as its first parents lead to it.
package struct BranchCommit: Hashable, Sendable {
    package let id: String
    /// Nil for the first commit, and where a shallow clone ends.
    package let parent: String?
    /// The first line of its message.
    package let subject: String
}

extension GitWorkspace {
    /// The commits that changed one of some files, newest first: of a merge, all that it brought
    /// counts as one change.
    package func commits(
        changing paths: [String], from tip: String, limit: Int
    ) throws(GitError) -> [BranchCommit] {
        guard !paths.isEmpty else { return [] }
        let arguments =
            [
                "log", "-z", "--first-parent", "--no-show-signature",
                "--no-color", "--encoding=UTF-8", "--no-patch", "--no-renames",
                "--format=%H%n%P%n%s", "--max-count=\(limit)", "--end-of-options", tip, "--",
            ] + paths.map { ":(top,literal)\($0)" }
        let output = try history().output(arguments) ?? []
        return output.split(separator: 0).compactMap(BranchCommit.init)
    }

    /// The day of the newest commit that added or removed a text in a file, in the committer's
    /// zone; nil where none of this clone did.
    package func day(ofChange text: String, in path: String) throws(GitError) -> String? {
        try history().lines(
            "log", "--max-count=1", "--no-show-signature", "--no-color", "--no-patch",
            "--format=%cs", "-S\(text)", "--end-of-options", "HEAD", "--", ":(top,literal)\(path)"
        )?.first
    }

    /// The path that each file of `commit` had in `former` where it had another, as Git detects
    /// the renames of each commit in between.
    package func formerPaths(
        of commit: String, in former: String
    ) throws(GitError) -> [String: String] {
        let fields = try history().records(
            "log", "-z", "--first-parent", "-m", "--no-show-signature",
            "--no-color", "-M", "--diff-filter=R", "--name-status", "--format=",
            "--end-of-options", commit, "^\(former)")
        var paths: [String: String] = [:]
        // The newest come first: each leads on from where a newer one has come from.
        for start in stride(from: 0, to: fields.count - 2, by: 3) {
            let old = String(decoding: fields[start + 1], as: UTF8.self)
            let new = String(decoding: fields[start + 2], as: UTF8.self)
            let led = paths.filter { $0.value == new }.keys
            for path in led { paths[path] = old }
            if led.isEmpty { paths[new] = old }
        }
        return paths
    }
}

extension BranchCommit {
    /// Three lines: its id, its parents, its subject.
    fileprivate init?(_ record: ArraySlice<UInt8>) {
        let lines = record.split(
            separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false
        ).map { String(decoding: $0, as: UTF8.self) }
        guard lines.count == 3 else { return nil }
        id = lines[0]
        parent = lines[1].split(separator: " ").first.map(String.init)
        subject = lines[2]
    }
}
