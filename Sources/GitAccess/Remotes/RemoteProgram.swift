/// The `git` program as it contacts a remote: with the user's credentials, without prompts.
///
/// The user's settings and hooks count as they do for their own `git fetch` and `git push`, for
/// they are part of how they reach the remote, and of what they let out. What files of the
/// repository name is neither run nor contacted: submodules are left alone.
package struct RemoteProgram: Sendable {
    let remote: GitRemote
    let environment: GitEnvironment
    private let executable: String
    private let timeout: Duration

    /// `timeout` is for each contact.
    package init(
        _ remote: GitRemote, of workspace: GitWorkspace, timeout: Duration = .seconds(60)
    ) throws(GitError) {
        environment = workspace.environment
        guard let executable = environment.program("git") else {
            throw .programMissing(reason: "it fetches and pushes")
        }
        self.remote = remote
        self.executable = executable
        self.timeout = timeout
    }

    /// How a command ended.
    struct Ending {
        let status: Int32
        let output: String
        let messages: String
    }

    /// A remote that says more than this is cut off.
    private static let outputLimit = 16 << 20

    func run(_ arguments: [String]) throws(RemoteFailure) -> Ending {
        let prefix = [executable, "-C", environment.directory, "-c", "core.fsmonitor=false"]
        do {
            let child = try ChildProcess(
                prefix + arguments, variables: variables, leadsSession: true)
            let deadline = ContinuousClock.now + timeout
            let collected = try child.collect(limit: Self.outputLimit, until: deadline)
            guard let collected else {
                let limit = "more than \(Self.outputLimit) bytes of output"
                throw RemoteFailure(remote, .other, words: [limit])
            }
            return Ending(
                status: child.wait(), output: String(decoding: collected.output, as: UTF8.self),
                messages: String(decoding: collected.messages, as: UTF8.self))
        } catch let error as SystemFailure {
            throw error.isTimeout
                ? RemoteFailure(remote, .timedOut(seconds: Int(timeout.components.seconds)))
                : RemoteFailure(remote, .other, words: [error.reason])
        } catch let error as RemoteFailure {
            throw error
        } catch {
            preconditionFailure("no other error is thrown here: \(error)")
        }
    }

    private var variables: [String] {
        let settings = [
            "GIT_ALLOW_PROTOCOL": protocols.joined(separator: ":"), "GIT_TERMINAL_PROMPT": "0",
            "GIT_NO_LAZY_FETCH": "1", "GIT_PAGER": "cat", "LC_ALL": "C",
        ]
        // Traces would fill what is read here, and show requests with their tokens.
        return environment.variables
            .filter { !$0.key.hasPrefix("GIT_TRACE") && $0.key != "GIT_CURL_VERBOSE" }
            .merging(settings) { $1 }.map { "\($0)=\($1)" }
    }

    /// Never more than the user's environment allows.
    private var protocols: [String] {
        let ours = ["file", "https", "ssh"] + (remote.allowsPlainHTTP ? ["http"] : [])
        guard let theirs = environment.variables["GIT_ALLOW_PROTOCOL"] else { return ours }
        let allowed = theirs.split(separator: ":").map(String.init)
        return ours.filter { allowed.contains($0) }
    }
}
