/// The `git` program as it contacts a remote: with the user's credentials, without prompts.
///
/// The user's settings and hooks count as they do for their own `git fetch` and `git push`, for
/// they are part of how they reach the remote, and of what they let out. What files of the
/// repository name is neither run nor contacted: submodules are left alone.
package struct RemoteProgram: Sendable {
    let remote: GitRemote
    private let program: GitProgram
    private let timeout: Duration

    /// `timeout` is for each contact.
    package init(
        _ remote: GitRemote, of workspace: GitWorkspace, timeout: Duration = .seconds(60)
    ) throws(GitError) {
        let environment = workspace.environment
        let variables = Self.variables(for: remote, environment.variables)
        guard let program = GitProgram(environment: environment, variables: variables) else {
            throw .programMissing(reason: "it fetches and pushes")
        }
        self.remote = remote
        self.program = program
        self.timeout = timeout
    }

    /// For people: without user, password and query.
    package var name: String { remote.name }

    typealias Ending = ChildProcess.Ending

    /// A remote that says more than this is cut off.
    private static let outputLimit = 16 << 20

    func run(_ arguments: [String]) throws(RemoteFailure) -> Ending {
        do throws(GitProgram.Failure) {
            return try program.run(arguments, limit: Self.outputLimit, within: timeout)
        } catch .system(let failure) where failure.isTimeout {
            throw RemoteFailure(remote, .timedOut(seconds: Int(timeout.components.seconds)))
        } catch {
            throw RemoteFailure(remote, .other, words: [error.reason])
        }
    }

    private static func variables(
        for remote: GitRemote, _ own: [String: String]
    ) -> [String: String] {
        // Never more than the user's environment allows.
        let allowed = own["GIT_ALLOW_PROTOCOL"]?.split(separator: ":").map(String.init)
        let protocols = (["file", "https", "ssh"] + (remote.allowsPlainHTTP ? ["http"] : []))
            .filter { allowed?.contains($0) ?? true }
        let settings = [
            "GIT_ALLOW_PROTOCOL": protocols.joined(separator: ":"), "GIT_TERMINAL_PROMPT": "0",
            "GIT_NO_LAZY_FETCH": "1", "GIT_PAGER": "cat", "LC_ALL": "C",
        ]
        // Traces would fill what is read here, and show requests with their tokens.
        return
            own
            .filter { !$0.key.hasPrefix("GIT_TRACE") && $0.key != "GIT_CURL_VERBOSE" }
            .merging(settings) { $1 }
    }
}
