/// The commit that brought a line of a file, as `git blame` finds it.
package struct LineOrigin: Hashable, Sendable {
    package let commit: String
    package let author: CommitPerson
    /// When the commit came to be here, which a rebase or a cherry-pick changes.
    package let secondsSince1970: Int64
}

extension GitWorkspace {
    /// The commit that brought a line, from `commit` on backwards; nil where a shallow clone ends
    /// before it.
    ///
    /// - Parameter line: Counts from 1.
    package func origin(
        ofLine line: Int, in path: String, at commit: String
    ) throws(GitError) -> LineOrigin? {
        // Unlike others, this command takes a path from the current directory.
        let up = prefix?.split(separator: "/").map { _ in "../" }.joined() ?? ""
        let lines = try history().lines(
            "blame", "--porcelain", "-L", "\(line),\(line)", commit, "--", up + path)
        let origin = lines.flatMap { LineOrigin(porcelain: $0) }
        guard let origin, try isShallow(), try parents(of: origin.commit).isEmpty else {
            return origin
        }
        return nil
    }

    /// Whether this clone lacks the beginning of its history.
    package func isShallow() throws(GitError) -> Bool {
        try history().lines("rev-parse", "--is-shallow-repository")?.first == "true"
    }

    /// The name and address that the user's own commits get; an error says how to set them.
    package func committer() throws(GitError) -> CommitPerson {
        let line = try history().lines("var", "GIT_COMMITTER_IDENT")?.first ?? ""
        // `NAME <EMAIL> SECONDS ZONE`
        let parts = line.split(separator: " ").dropLast(2)
        let email = parts.last?.dropFirst().dropLast() ?? ""
        return CommitPerson(
            name: parts.dropLast().joined(separator: " "), email: String(email))
    }
}

extension LineOrigin {
    /// Reads the first entry of `git blame --porcelain`.
    fileprivate init?(porcelain lines: [String]) {
        func value(_ key: String) -> String? {
            lines.first { $0.hasPrefix(key + " ") }.map { String($0.dropFirst(key.count + 1)) }
        }
        guard let commit = lines.first?.prefix(while: { $0 != " " }),
            let name = value("author"), let email = value("author-mail"),
            let time = value("committer-time").flatMap({ Int64($0) })
        else { return nil }
        self.commit = String(commit)
        author = CommitPerson(name: name, email: String(email.dropFirst().dropLast()))
        secondsSince1970 = time
    }
}
