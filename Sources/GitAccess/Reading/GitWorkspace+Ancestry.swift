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
}
