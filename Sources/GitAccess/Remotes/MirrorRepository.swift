/// A bare repository that follows a remote named `origin`, and belongs to this program alone.
package struct MirrorRepository: Sendable {
    package let directory: String
    private let environment: GitEnvironment

    /// - Parameter variables: Of `git`; those that would lead it to another repository are dropped.
    package init(at directory: String, variables: [String: String]) {
        self.directory = directory
        let misleading = [
            "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY",
            "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_CEILING_DIRECTORIES",
        ]
        environment = GitEnvironment(
            variables: variables.filter { !misleading.contains($0.key) }, directory: directory)
    }

    package func workspace() throws(GitError) -> GitWorkspace {
        try GitWorkspace(environment: environment)
    }

    /// Makes the repository in a directory that is there and empty.
    package func create(for url: String) throws(GitError) {
        let program = try program()
        _ = try program.output(["init", "--quiet", "--bare", "--template=", directory])
        _ = try program.output(["config", "remote.origin.url", url])
        // Maintenance has a time of its own, and nothing runs in the background.
        _ = try program.output(["config", "gc.autoDetach", "false"])
        _ = try program.output(["config", "maintenance.auto", "false"])
    }

    /// Whether the directory itself is such a repository for that address.
    package func isMirror(of url: String) -> Bool {
        guard let program = try? program(),
            let place = try? program.lines("rev-parse", "--is-bare-repository", "--git-dir"),
            place == ["true", "."]
        else { return false }
        return (try? program.lines("config", "--get-all", "remote.origin.url")) == [url]
    }

    /// Whether all that its branches rest on is there.
    package func isSound(within patience: Duration = .seconds(120)) -> Bool {
        guard let program = try? program() else { return false }
        let check = ["fsck", "--connectivity-only", "--no-dangling", "--no-progress"]
        return (try? program.run(check, limit: 1 << 20, within: patience).status) == 0
    }

    /// Makes a branch the one that HEAD names.
    package func setHead(to branch: String) throws(GitError) {
        _ = try program().output(["symbolic-ref", "HEAD", "refs/heads/\(branch)"])
    }

    /// Packs objects, and drops those that nothing names and that are two weeks old, where there
    /// are many.
    package func collectGarbage(within patience: Duration = .seconds(300)) {
        guard let program = try? program() else { return }
        _ = try? program.run(["gc", "--auto", "--quiet"], limit: 1 << 20, within: patience)
    }

    private func program() throws(GitError) -> GitProgram {
        guard
            let program = GitProgram(environment: environment, variables: environment.variables)
        else { throw .programMissing(reason: "it keeps a clone of each repository") }
        return program
    }
}
