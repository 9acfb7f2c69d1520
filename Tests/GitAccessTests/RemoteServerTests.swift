import Foundation
import GitAccess
import TestSupport
import Testing

/// Remotes behind HTTP and SSH: the real servers, on this machine.
struct RemoteServerTests {
    private let fixture: GitFixture
    private let bare: GitFixture
    private let base: String

    init() throws {
        fixture = try GitFixture()
        base = try fixture.commit(["a.yaml": "a\n"])
        bare = GitFixture(at: "bare.git", in: fixture.home)
        try fixture.git("clone", "--quiet", "--bare", fixture.path, bare.path)
        try bare.git("config", "http.receivepack", "true")
    }

    private func remote(
        _ url: String, _ variables: [String: String] = [:]
    ) throws -> RemoteProgram {
        try fixture.git("remote", "add", "origin", url)
        let workspace = try fixture.workspace(variables)
        return try RemoteProgram(#require(workspace.remotes().first), of: workspace)
    }

    private func pushNext(through remote: RemoteProgram) throws -> PushOutcome {
        let next = try fixture.looseCommit("a.yaml", "b\n", on: base)
        let request = PushRequest(
            commit: next, reference: "refs/heads/main", expectation: .tip(base))
        return try remote.push(#require(request))
    }

    private func expectFailure(
        _ cause: RemoteFailure.Cause, of remote: RemoteProgram, hiding secret: String? = nil
    ) throws {
        let error = #expect(throws: RemoteFailure.self) { try remote.fetch(branches: ["main"]) }
        #expect(error?.cause == cause, "\(error?.description ?? "")")
        let outcome = try pushNext(through: remote)
        guard case .failed(let failure) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(failure.cause == cause)
        if let secret {
            let told = "\(outcome) \(error?.description ?? "")"
            #expect(told.contains(secret) == false)
        }
        #expect(try bare.git("rev-parse", "main") == base)
    }

    // MARK: HTTP

    /// A credential helper has the password, as a user's own does.
    private func keepPassword(_ password: String) throws {
        try fixture.home.write(
            ".gitconfig",
            """
            [credential]
                helper = "!f() { echo username=\(HTTPGitServer.user); echo 'password=\(password)'; }; f"
            """)
    }

    @Test func `the password of the user's helper is accepted over HTTP`() throws {
        let server = try HTTPGitServer(folder: fixture.home.path)
        try keepPassword(HTTPGitServer.password)
        let remote = try remote("http://127.0.0.1:\(server.port)/bare.git")
        #expect(try remote.fetch(branches: ["main"]) == ["main": base])
        #expect(try pushNext(through: remote) == .accepted)
        #expect(try bare.git("rev-parse", "main") != base)
    }

    @Test(arguments: [true, false])
    func `an expired token is reported and not shown`(_ isInURL: Bool) throws {
        let server = try HTTPGitServer(folder: fixture.home.path)
        if !isInURL { try keepPassword("expired-token") }
        let user = isInURL ? "ada:expired-token@" : ""
        try expectFailure(
            .authentication,
            of: remote("http://\(user)127.0.0.1:\(server.port)/bare.git?token=expired-token"),
            hiding: "expired-token")
    }

    @Test func `a missing password is not asked for`() throws {
        let server = try HTTPGitServer(folder: fixture.home.path)
        try expectFailure(
            .authentication, of: remote("http://127.0.0.1:\(server.port)/bare.git"))
    }

    @Test func `traces that the environment requests are off`() throws {
        let server = try HTTPGitServer(folder: fixture.home.path)
        try keepPassword("expired-token")
        let variables = ["GIT_CURL_VERBOSE": "1", "GIT_TRACE_CURL": "1", "GIT_TRACE_REDACT": "0"]
        try expectFailure(
            .authentication, of: remote("http://127.0.0.1:\(server.port)/bare.git", variables),
            hiding: "Authorization")
    }

    @Test func `a missing repository and a missing server are reported`() throws {
        let server = try HTTPGitServer(folder: fixture.home.path)
        try keepPassword(HTTPGitServer.password)
        let missing = try remote("http://127.0.0.1:\(server.port)/gone.git")
        try expectFailure(.notFound, of: missing)
        try fixture.git("remote", "remove", "origin")
        try expectFailure(.network, of: remote("http://127.0.0.1:1/bare.git"))
    }

    // MARK: SSH

    @Test(.enabled(if: SSHGitServer.isInstalled))
    func `the key is accepted over SSH`() throws {
        let server = try SSHGitServer()
        let remote = try remote(
            server.url(of: bare), ["GIT_SSH_COMMAND": server.command()])
        #expect(try remote.fetch(branches: ["main"]) == ["main": base])
        #expect(try pushNext(through: remote) == .accepted)
    }

    @Test(.enabled(if: SSHGitServer.isInstalled))
    func `a wrong key and an unknown server are reported`() throws {
        let server = try SSHGitServer()
        let stranger = ["GIT_SSH_COMMAND": server.command(key: "stranger")]
        try expectFailure(.authentication, of: remote(server.url(of: bare), stranger))
        try fixture.git("remote", "remove", "origin")
        let unknown = ["GIT_SSH_COMMAND": server.command(knownHosts: "nobody-known")]
        try expectFailure(.hostKey, of: remote(server.url(of: bare), unknown))
    }
}
