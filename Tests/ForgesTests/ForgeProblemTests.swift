import Synchronization
import TestSupport
import Testing
import WebAccess

@testable import Forges

/// The errors where a forge refuses, and how often it is asked.
@Suite(.onOwnThreads)
struct ForgeProblemTests {
    /// Opens a pull request at a forge that answers requests of a method with this.
    private func error(
        _ kind: ForgeKind, on method: String, _ status: Int, _ body: String,
        fields: [String] = [], token: String = FakeForge.token
    ) async throws -> ForgeError? {
        let scene = try await Scene(kind) { request in
            request.method == method ? .json(status, body, fields: fields) : nil
        }
        var problem: ForgeError?
        do {
            _ = try await scene.run(token: token) { client throws(ForgeError) in
                try await client.open(.example())
            }
        } catch {
            problem = error as? ForgeError
        }
        #expect(!"\(problem, default: "none")".contains(token))
        try await scene.stop()
        return problem
    }

    @Test(arguments: ForgeKind.allCases)
    func `a wrong token is named by its variable`(kind: ForgeKind) async throws {
        let scene = try await Scene(kind)
        let host = "127.0.0.1:\(scene.forge.server.port)"
        await #expect(
            throws: ForgeError.tokenRefused(host: host, variable: "SLUICE_FORGE_TOKEN")
        ) {
            try await scene.run(token: "wrong") { client throws(ForgeError) in
                try await client.open(.example())
            }
        }
        #expect(scene.forge.server.requests.count == 1)
        try await scene.stop()
    }

    @Test(arguments: [
        (
            ForgeKind.gitHub,
            #"{"message":"GitHub Actions is not permitted to create or approve pull requests.","status":"403"}"#,
            "Allow GitHub Actions to create and approve pull requests"
        ),
        (
            .gitHub, #"{"message":"Resource not accessible by integration","status":"403"}"#,
            "pull-requests: write"
        ),
        (
            .gitLab,
            #"{"error":"insufficient_scope","error_description":"The request requires higher privileges than provided by the access token.","scope":"api"}"#,
            "scope `api`"
        ),
        (.gitLab, #"{"message":"403 Forbidden"}"#, "role Developer"),
        (
            .gitea, #"{"message":"token does not have at least one of required scope(s)"}"#,
            "write:repository"
        ),
        (
            .bitbucket,
            #"{"type":"error","error":{"message":"Your credentials lack one or more required privilege scopes."}}"#,
            "pullrequest:write"
        ),
        (
            .azure,
            #"{"message":"TF401027: You need the Git 'PullRequestContribute' permission to perform this action.","typeKey":"GitNeedsPermissionException"}"#,
            "Contribute to pull requests"
        ),
    ])
    func `a missing permission is named`(
        kind: ForgeKind, body: String, remedy: String
    ) async throws {
        let error = try #require(try await error(kind, on: "POST", 403, body))
        guard case .forbidden(kind, "SLUICE_FORGE_TOKEN", let message) = error else {
            Issue.record("\(error)")
            return
        }
        #expect("\(error)".contains(remedy))
        #expect("\(error)".contains(message))
        #expect(!message.isEmpty)
    }

    @Test(arguments: ForgeKind.allCases)
    func `a repository that cannot be seen is named`(kind: ForgeKind) async throws {
        let error = try #require(try await error(kind, on: "GET", 404, #"{"message":"Not Found"}"#))
        guard case .notFound(kind, let repository, _) = error else {
            Issue.record("\(error)")
            return
        }
        #expect("\(error)".contains("`\(repository)`"))
    }

    @Test(arguments: [
        (
            ForgeKind.gitHub, 422,
            #"{"message":"Validation Failed","errors":[{"resource":"PullRequest","code":"custom","message":"No commits between main and promote/web"}]}"#
        ),
        (.gitea, 422, #"{"message":"There are no changes between the head and the base"}"#),
        (
            .bitbucket, 400,
            #"{"type":"error","error":{"message":"There are no changes to be pulled"}}"#
        ),
    ])
    func `nothing to merge is said so`(kind: ForgeKind, status: Int, body: String) async throws {
        let error = try await error(kind, on: "POST", status, body)
        #expect(error == .nothingToMerge(branch: "promote/web", base: "main"))
    }

    @Test(arguments: [
        (
            ForgeKind.gitHub, 422,
            #"{"message":"Validation Failed","errors":[{"resource":"PullRequest","field":"head","code":"invalid"}]}"#
        ),
        (.gitea, 404, #"{"message":"The target couldn't be found."}"#),
        (
            .azure, 400,
            #"{"message":"TF401398: The pull request cannot be activated because the source and/or the target branch no longer exists, or the requested merge operation is not supported."}"#
        ),
    ])
    func `a branch that was not pushed is said so`(
        kind: ForgeKind, status: Int, body: String
    ) async throws {
        let error = try await error(kind, on: "POST", status, body)
        #expect(error == .unknownBranch(branch: "promote/web", base: "main"))
    }

    @Test func `what a forge says of its refusal is shown without control characters`() async throws
    {
        let error = try await error(
            .gitLab, on: "POST", 422, #"{"message":{"title":["is \u001b[31mred","is odd"]}}"#)
        #expect(
            error
                == .refused(
                    .gitLab, status: 422, message: #"title: is \u001b[31mred; title: is odd"#)
                || "\(error, default: "")".contains("title: is odd"))
        #expect(!"\(error, default: "")".unicodeScalars.contains("\u{1b}"))
    }

    /// Of two runs, one had the branch of a fork; the forge speaks of a duplicate that is none.
    @Test func `a duplicate that is not found is an error`() async throws {
        let error = try await error(
            .gitLab, on: "POST", 409, #"{"message":["Another open merge request already exists"]}"#)
        #expect(
            error
                == .refused(
                    .gitLab, status: 409, message: "Another open merge request already exists"))
    }

    @Test(arguments: [
        (ForgeKind.gitHub, 301, "moved"), (.azure, 302, "refused"), (.azure, 203, "refused"),
    ])
    func `pages in place of answers are understood`(
        kind: ForgeKind, status: Int, meaning: String
    ) async throws {
        let error = try #require(
            try await error(
                kind, on: "GET", status, "<html>", fields: ["Location: https://elsewhere.example/"])
        )
        switch error {
        case .moved: #expect(meaning == "moved")
        case .tokenRefused: #expect(meaning == "refused")
        default: Issue.record("\(error)")
        }
    }

    @Test(arguments: ForgeKind.allCases, ["", "[", "{}", "null", #"[{"number":"one"}]"#])
    func `an answer of another shape is an error`(kind: ForgeKind, body: String) async throws {
        let error = try #require(try await error(kind, on: "GET", 200, body))
        guard case .malformedAnswer = error else {
            Issue.record("\(error)")
            return
        }
    }

    /// The fields of a refusal, and the pause; nil where nobody waits.
    @Test(
        arguments: [
            (["Retry-After: 7"], #"{"message":"You have exceeded a secondary rate limit."}"#, 7),
            (
                ["x-ratelimit-remaining: 0", "x-ratelimit-reset: 1000042"],
                #"{"message":"API rate limit exceeded"}"#, 42
            ),
            ([], #"{"message":"You have exceeded a secondary rate limit."}"#, 60),
            (["x-ratelimit-remaining: 0", "x-ratelimit-reset: 1003600"], "{}", nil),
            (["Retry-After: 99999999999"], "{}", nil),
        ] as [([String], String, Int?)])
    func `a limit of GitHub is waited for`(
        fields: [String], body: String, pause: Int?
    ) async throws {
        let refusals = Counter()
        let scene = try await Scene(.gitHub) { _ in
            refusals.next() == 1 ? .json(403, body, fields: fields) : nil
        }
        if let pause {
            #expect(try await scene.open(.example()).action == .created)
            #expect(scene.pauses.all.withLock { $0 } == [.seconds(pause)])
        } else {
            await #expect(throws: ForgeError.self) { try await scene.open(.example()) }
            #expect(scene.forge.server.requests.count == 1)
        }
        try await scene.stop()
    }

    @Test func `a limit that is said by 429 is waited for also before a creation`() async throws {
        let creations = Counter()
        let scene = try await Scene(.gitLab) { request in
            request.method == "POST" && creations.next() == 1
                ? .json(429, "", fields: ["Retry-After: 3"]) : nil
        }
        #expect(try await scene.open(.example()).action == .created)
        #expect(scene.pauses.all.withLock { $0 } == [.seconds(3)])
        #expect(scene.forge.entries.count == 1)
        try await scene.stop()
    }

    @Test func `a creation that fails is repeated only after a look`() async throws {
        let creations = Counter()
        let scene = try await Scene(.gitHub) { request in
            request.method == "POST" && creations.next() <= 2 ? .json(502, "") : nil
        }
        #expect(try await scene.open(.example()).action == .created)
        let methods = scene.forge.server.requests.map(\.method)
        // Open, closed; then each creation with a look after it.
        #expect(methods == ["GET", "GET", "POST", "GET", "POST", "GET", "POST"])
        try await scene.stop()
    }

    @Test func `a forge that stays broken is an error`() async throws {
        let error = try #require(try await error(.gitHub, on: "POST", 502, ""))
        guard case .unexpectedStatus(_, 502) = error else {
            Issue.record("\(error)")
            return
        }
    }
}

/// Counts from 1.
final class Counter: Sendable {
    private let value = Mutex(0)

    func next() -> Int {
        value.withLock {
            $0 += 1
            return $0
        }
    }
}
