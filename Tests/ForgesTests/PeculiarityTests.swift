import TestSupport
import Testing

@testable import Forges

/// The habits of one kind of forge that others do not share.
@Suite(.onOwnThreads)
struct PeculiarityTests {
    @Test func `GitHub gets the owner with the branch, and the version of its API`() async throws {
        let scene = try await Scene(.gitHub)
        _ = try await scene.open(.example())
        let search = try #require(scene.forge.server.requests.first)
        #expect(search.target.contains("head=Org%3Apromote%2Fweb"))
        #expect(search.value(of: "x-github-api-version") == "2022-11-28")
        #expect(search.value(of: "accept") == "application/vnd.github+json")
        #expect(search.value(of: "user-agent") == "sluice")
        try await scene.stop()
    }

    @Test func `labels that cannot be set are told and do not fail`() async throws {
        let scene = try await Scene(.gitHub) { request in
            request.target.hasSuffix("/labels")
                ? .json(403, #"{"message":"Resource not accessible by integration"}"#) : nil
        }
        let outcome = try await scene.open(.example(labels: ["promotion"]))
        #expect(outcome.action == .created)
        #expect(outcome.omission?.hasPrefix("the labels could not be set: ") == true)
        try await scene.stop()
    }

    @Test func `a comment that cannot be written does not keep one open`() async throws {
        let scene = try await Scene(.gitLab) { request in
            request.target.hasSuffix("/notes") ? .json(403, #"{"message":"403 Forbidden"}"#) : nil
        }
        _ = try await scene.open(.example())
        let outcome = try #require(try await scene.close())
        #expect(outcome.action == .closed)
        #expect(outcome.omission?.contains("comment") == true)
        #expect(scene.forge.entries[0].state == .closed)
        try await scene.stop()
    }

    @Test func `Bitbucket keeps its reviewers`() async throws {
        let scene = try await Scene(.bitbucket)
        _ = try await scene.open(.example())
        scene.forge.change { $0.entries[0].reviewers = ["{one}", "{two}"] }
        #expect(try await scene.open(.example(body: "another")).action == .updated)
        #expect(scene.forge.entries[0].reviewers == ["{one}", "{two}"])
        _ = try await scene.close()
        #expect(scene.forge.entries[0].reviewers == ["{one}", "{two}"])
        try await scene.stop()
    }

    @Test(arguments: [(ForgeKind.gitLab, "Draft: "), (.gitea, "WIP: ")])
    func `a draft stays one`(kind: ForgeKind, mark: String) async throws {
        let scene = try await Scene(kind)
        _ = try await scene.open(.example())
        scene.forge.change { $0.entries[0].title = mark + $0.entries[0].title }
        #expect(try await scene.open(.example()).action == .unchanged)
        #expect(try await scene.open(.example(body: "another")).action == .updated)
        #expect(scene.forge.entries[0].title == mark + PullRequest.example().title)
        try await scene.stop()
    }

    @Test(arguments: [(ForgeKind.gitLab, "Draft: "), (.gitea, "WIP: ")])
    func `one whose title makes it a draft may become ready`(
        kind: ForgeKind, mark: String
    ) async throws {
        let scene = try await Scene(kind)
        var request = PullRequest.example()
        request.title = mark + request.title
        _ = try await scene.open(request)
        #expect(scene.forge.entries[0].title == request.title)
        #expect(try await scene.open(request).action == .unchanged)
        scene.forge.change { $0.entries[0].title = PullRequest.example().title }
        #expect(try await scene.open(request).action == .unchanged)
        request.body = "another"
        #expect(try await scene.open(request).action == .updated)
        #expect(scene.forge.entries[0].title == PullRequest.example().title)
        try await scene.stop()
    }

    @Test(arguments: [ForgeKind.gitHub, .gitea, .gitLab, .bitbucket])
    func `a next page at another server is not asked for`(kind: ForgeKind) async throws {
        let other = try await ScriptedServer { _ in .json(200, "[]") }
        let address = "http://127.0.0.1:\(other.port)/next"
        let scene = try await Scene(kind) { _ in
            let body =
                kind == .bitbucket ? #"{"values":[],"next":"\#(address)"}"# : "[]"
            return .json(200, body, fields: ["Link: <\(address)>; rel=\"next\""])
        }
        await #expect(throws: ForgeError.self) { try await scene.open(.example()) }
        #expect(other.requests.isEmpty)
        try await scene.stop()
        try await other.stop()
    }

    @Test func `a list without end is an error`() async throws {
        let pages = Counter()
        let scene = try await Scene(.gitea) { _ in
            .json(200, "[]", fields: ["Link: </api/v1/x?page=\(pages.next())>; rel=\"next\""])
        }
        await #expect(throws: ForgeError.tooManyPages(of: "pull requests", limit: 20)) {
            try await scene.open(.example())
        }
        try await scene.stop()
    }
}
