internal import FoundationEssentials
package import GitAccess

/// The clones of other repositories that a user keeps, each bare and in a directory of its own.
///
/// Processes may share them, and be killed: one at a time writes, and a clone that was left
/// damaged is made anew. What reads one names a commit first, and so sees one state of it.
package struct CloneCache: Sendable {
    package let directory: String
    private let variables: [String: String]

    /// Nil where the variables name no place for caches.
    package init?(variables: [String: String]) {
        func absolute(_ name: String) -> String? {
            variables[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        guard let caches = absolute("XDG_CACHE_HOME") ?? absolute("HOME").map({ "\($0)/.cache" })
        else { return nil }
        directory = "\(caches)/sluice/repositories"
        self.variables = variables
    }

    /// The clone of a repository as the latest fetch left it; nil where none was made.
    package func workspace(of url: String, branch: String?) throws(GitError) -> GitWorkspace? {
        let mirror = mirror(of: url, branch)
        guard FileManager.default.fileExists(atPath: "\(mirror.directory)/HEAD") else {
            return nil
        }
        return try mirror.workspace()
    }

    /// Fetches the branch, or the one that the remote's HEAD names; waits for programs.
    ///
    /// Nil where another process has been fetching all the time.
    ///
    /// - Parameter pause: Waits before the next look at whether the other process has ended.
    package func fetch(
        _ url: String, branch: String?, pause: () async throws -> Void
    ) async throws -> FetchedCommit? {
        let files = FileManager.default
        try files.createDirectory(
            atPath: directory, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        for _ in 0..<Self.lookLimit {
            if let lock = try DirectoryLock(directory) {
                return try withExtendedLifetime(lock) {
                    let position = try mirror(of: url, branch).fetch(after: nil)
                    return FetchedCommit(branch: position.branch, commit: position.commit)
                }
            }
            try await pause()
        }
        return nil
    }

    /// How often another process is waited for.
    private static let lookLimit = 600

    private func mirror(of url: String, _ branch: String?) -> Mirror {
        Mirror(
            ServedRepository(name: GitRemote.name(ofURL: url), url: url, branch: branch),
            below: directory, variables: variables)
    }
}

/// Where the branch of a clone is.
package struct FetchedCommit: Hashable, Sendable {
    package let branch: String
    package let commit: String
}
