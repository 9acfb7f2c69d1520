/// Why a remote could not be fetched from or pushed to.
package struct RemoteFailure: Error, Equatable, Sendable {
    package enum Cause: Equatable, Sendable {
        /// The key, password or token was refused, or there is none.
        case authentication
        /// The server's key is unknown, or another one than before.
        case hostKey
        /// There is no such repository, or none that these credentials may see.
        case notFound
        case network
        /// No end came within the time.
        case timedOut(seconds: Int)
        case diskFull
        case readOnly
        /// It would take a way of transport that is not allowed.
        case transport
        /// Branches went away while they were fetched, again and again.
        case unsteady
        case other
    }

    /// The remote's name, or its URL without secrets.
    package let remote: String
    package let cause: Cause
    /// The output of `git` and the remote, made safe to show.
    package let words: [String]

    init(_ remote: GitRemote, _ cause: Cause, words: [String] = []) {
        self.remote = remote.name
        self.cause = cause
        self.words = words
    }

    /// Finds the cause in what `git` said.
    init(_ remote: GitRemote, messages: String) {
        let words = shownLines(messages)
        self.init(remote, Cause(words: words), words: words)
    }
}

extension RemoteFailure.Cause {
    /// The first cause wins: a refused key also ends with a connection that is closed.
    fileprivate init(words: [String]) {
        let text = words.joined(separator: "\n").lowercased()
        let known = Self.phrases.first { $0.value.contains { text.contains($0) } }
        self = known?.key ?? .other
    }

    /// Words of `git` 2.20 to 2.50, `ssh` and curl, in lower case.
    private static let phrases: KeyValuePairs<RemoteFailure.Cause, [String]> = [
        .hostKey: ["host key verification failed", "remote host identification has changed"],
        .authentication: [
            "authentication failed", "could not read username", "could not read password",
            "permission denied (", "terminal prompts disabled", "returned error: 401",
            "returned error: 403", "too many authentication failures",
        ],
        .transport: ["' not allowed", "protocol \"http\" not supported"],
        .diskFull: ["no space left on device", "disk quota exceeded"],
        .readOnly: [
            "read-only file system", "insufficient permission for adding an object",
            "unable to create temporary object directory",
        ],
        .notFound: [
            "does not appear to be a git repository", "repository not found", "' not found",
            "returned error: 404", "no such device or address", "does not exist",
        ],
        .network: [
            "could not resolve host", "connection refused", "couldn't connect", "timed out",
            "network is unreachable", "no route to host", "connection reset",
            "connection closed", "failed to connect", "early eof", "unexpected disconnect",
            "hung up unexpectedly", "returned error: 5",
        ],
    ]
}

extension RemoteFailure: CustomStringConvertible {
    package var description: String {
        words.isEmpty ? summary : "\(summary) (\(words.joined(separator: "; ")))"
    }

    private var summary: String {
        switch cause {
        case .authentication:
            "`\(remote)` does not accept the credentials; see to the key, token or password that "
                + "`git` uses for it"
        case .hostKey:
            "the server of `\(remote)` has a key that `known_hosts` does not vouch for; compare it "
                + "with what its owner publishes, and add it"
        case .notFound:
            "`\(remote)` is not a repository, or not one that these credentials may see; see "
                + "`git remote -v`"
        case .network: "`\(remote)` cannot be reached; try again later"
        case .timedOut(let seconds): "`\(remote)` did not answer within \(seconds) seconds"
        case .diskFull: "a disk is full, here or at `\(remote)`; make room and try again"
        case .readOnly: "a repository cannot be written to, here or at `\(remote)`"
        case .transport:
            "the way to `\(remote)` is not allowed; use `https`, `ssh` or a path"
        case .unsteady: "the branches of `\(remote)` change faster than they are fetched; try again"
        case .other: "`git` failed at `\(remote)`"
        }
    }
}
