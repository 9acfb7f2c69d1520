import TestSupport
import Testing

@testable import Forges

/// The life of one pull request, on every kind of forge.
@Suite(.onOwnThreads)
struct PullRequestTests {
    @Test(arguments: ForgeKind.allCases)
    func `one is opened once and then left alone`(kind: ForgeKind) async throws {
        let scene = try await Scene(kind)
        let request = PullRequest.example(labels: ["promotion"])
        let created = try await scene.open(request)
        #expect(created.action == .created)
        #expect(created.number == 1)
        #expect(created.url.hasSuffix("/1"))
        #expect(created.omission == nil)
        let entry = try #require(scene.forge.entries.first)
        #expect(entry.title == request.title)
        #expect(entry.body.hasPrefix(KeyLine(request.key, for: kind).text() + "\n\n| im"))
        #expect([entry.branch, entry.base] == ["promote/web", "main"])
        #expect(entry.labels == ([.gitHub, .gitLab, .azure].contains(kind) ? ["promotion"] : []))

        let writes = scene.forge.writes.count
        let again = try await scene.open(request)
        #expect(
            again
                == PullRequestOutcome(
                    action: .unchanged, number: 1, url: created.url, omission: nil))
        #expect(scene.forge.writes.count == writes)
        try await scene.stop()
    }

    @Test(arguments: ForgeKind.allCases)
    func `another body is written into the one that is open`(kind: ForgeKind) async throws {
        let scene = try await Scene(kind)
        _ = try await scene.open(.example())
        // As long as an update of many images, and longer than a page of Azure DevOps shows.
        let body = (1...40).map { "| image-\($0) | 1.0.\($0) | 2.0.\($0) |" }.joined(
            separator: "\n")
        let updated = try await scene.open(.example(body: body))
        #expect(updated.action == .updated)
        #expect(scene.forge.entries.count == 1)
        #expect(scene.forge.entries[0].body.hasSuffix(body))
        #expect(try await scene.open(.example(body: body)).action == .unchanged)
        try await scene.stop()
    }

    @Test(arguments: ForgeKind.allCases)
    func `ends of lines that the forge changed are no change`(kind: ForgeKind) async throws {
        let scene = try await Scene(kind)
        _ = try await scene.open(.example())
        scene.forge.change { world in
            world.entries[0].body =
                world.entries[0].body.replacing("\n", with: "\r\n") + "\r\n"
        }
        #expect(try await scene.open(.example()).action == .unchanged)
        try await scene.stop()
    }

    @Test(arguments: ForgeKind.allCases)
    func `of two runs at once one finds what the other opened`(kind: ForgeKind) async throws {
        let scene = try await Scene(kind)
        scene.forge.change { world in
            world.beforeCreation = { _ = $0.add(.init(title: "by the other", body: "")) }
        }
        let outcome = try await scene.open(.example())
        #expect(outcome.action == .updated)
        #expect(scene.forge.entries.map(\.title) == ["Promote web 1.4.2 to production"])
        try await scene.stop()
    }

    @Test(arguments: ForgeKind.allCases)
    func `one whose answer was lost is found and not opened again`(kind: ForgeKind) async throws {
        let scene = try await Scene(kind)
        scene.forge.change { $0.lostAnswers = 1 }
        let outcome = try await scene.open(.example())
        #expect(outcome.action == .created)
        #expect(scene.forge.entries.count == 1)
        try await scene.stop()
    }

    @Test(arguments: ForgeKind.allCases)
    func `what somebody closed is not opened again`(kind: ForgeKind) async throws {
        let scene = try await Scene(kind)
        _ = try await scene.open(.example())
        scene.forge.change { $0.entries[0].state = .closed }
        let writes = scene.forge.writes.count
        let outcome = try await scene.open(.example())
        #expect(outcome.action == .declined)
        #expect(outcome.number == 1)
        #expect(scene.forge.writes.count == writes)
        #expect(try await scene.open(.example(key: "another")).action == .created)
        try await scene.stop()
    }

    @Test(arguments: ForgeKind.allCases)
    func `what was merged may be opened again`(kind: ForgeKind) async throws {
        let scene = try await Scene(kind)
        _ = try await scene.open(.example())
        scene.forge.change { $0.entries[0].state = .merged }
        #expect(try await scene.open(.example()).action == .created)
        try await scene.stop()
    }

    @Test(arguments: ForgeKind.allCases)
    func `a refusal on a later page counts`(kind: ForgeKind) async throws {
        let scene = try await Scene(kind)
        _ = try await scene.open(.example())
        scene.forge.change { world in
            world.entries[0].state = .closed
            for _ in 1...210 {
                _ = world.add(.init(title: "older", body: "without a key", state: .closed))
            }
        }
        #expect(try await scene.open(.example()).action == .declined)
        try await scene.stop()
    }

    @Test(arguments: ForgeKind.allCases)
    func `one that is obsolete is closed with the reason and may come back`(
        kind: ForgeKind
    ) async throws {
        let scene = try await Scene(kind)
        #expect(try await scene.close() == nil)
        _ = try await scene.open(.example())
        let closed = try #require(try await scene.close("1.4.3 is promoted instead"))
        #expect(closed.action == .closed)
        #expect(closed.omission == nil)
        #expect(scene.forge.entries[0].state == .closed)
        #expect(scene.forge.entries[0].comments == ["1.4.3 is promoted instead"])
        #expect(scene.forge.entries[0].body.contains("obsolete"))
        let again = try await scene.open(.example())
        #expect(again.action == .created)
        #expect(again.number == 2)
        try await scene.stop()
    }

    @Test(arguments: ForgeKind.allCases)
    func `one that somebody else opened is not closed`(kind: ForgeKind) async throws {
        let scene = try await Scene(kind)
        scene.forge.change { _ = $0.add(.init(title: "mine", body: "by hand")) }
        let outcome = try #require(try await scene.close())
        #expect(outcome.action == .unchanged)
        #expect(outcome.omission != nil)
        #expect(scene.forge.writes.isEmpty)
        try await scene.stop()
    }

    @Test(arguments: ForgeKind.allCases)
    func `a fork with the same branch is not taken for the repository`(
        kind: ForgeKind
    ) async throws {
        let scene = try await Scene(kind)
        let keyLine = KeyLine(PullRequest.example().key, for: kind)
        scene.forge.change { world in
            _ = world.add(.init(title: "from a fork", body: "", isFromFork: true))
            _ = world.add(
                .init(title: "planted", body: keyLine.text(), state: .closed, isFromFork: true))
        }
        let outcome = try await scene.open(.example())
        #expect(outcome.action == .created)
        #expect(outcome.number == 3)
        #expect(scene.forge.entries[0].title == "from a fork")
        try await scene.stop()
    }

    @Test(arguments: ForgeKind.allCases)
    func `those that are open are listed with their keys`(kind: ForgeKind) async throws {
        let scene = try await Scene(kind)
        _ = try await scene.open(.example())
        scene.forge.change { world in
            _ = world.add(.init(title: "by hand", body: "", branch: "fix"))
            _ = world.add(.init(title: "elsewhere", body: "", branch: "other", base: "release"))
        }
        let found = try await scene.run { client throws(ForgeError) in
            try await client.openPullRequests(into: "main")
        }
        #expect(found.map(\.branch).sorted() == ["fix", "promote/web"])
        #expect(found.first { $0.branch == "promote/web" }?.key == PullRequest.example().key)
        #expect(found.first { $0.branch == "fix" }?.key == .some(nil))
        try await scene.stop()
    }
}
