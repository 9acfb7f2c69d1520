/// Questions about how the files of commits came to be.
extension GitWorkspace {
    /// The commits up to `tip` that changed a file, newest first, and at most `limit` of them.
    package func commits(
        of tip: String, changing path: String, limit: Int
    ) throws(GitError) -> [String] {
        try history().lines(
            "rev-list", "--max-count=\(limit)", "--end-of-options", tip, "--",
            ":(literal,top)\(path)") ?? []
    }

    /// The bytes of a file in a commit; nil where the commit does not have it.
    package func bytes(of path: String, inCommit commit: String) throws(GitError) -> [UInt8]? {
        let program = try history()
        let blob = try program.lines(
            "rev-parse", "--verify", "--quiet", "--end-of-options", "\(commit):\(path)")?.first
        guard let blob else { return nil }
        return try program.output(["cat-file", "blob", blob])
    }

    /// Whether a commit has another one among its ancestors or is it; nil where this clone lacks
    /// one of them.
    package func commit(
        _ revision: String, contains commit: String
    ) throws(GitError) -> Bool? {
        guard try self.commit(revision) != nil, try self.commit(commit) != nil else { return nil }
        return try history().output(["merge-base", "--is-ancestor", commit, revision]) != nil
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
