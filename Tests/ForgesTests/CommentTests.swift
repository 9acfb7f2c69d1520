import TestSupport
import Testing

@testable import Forges

/// The life of one comment on a pull request.
@Suite(.onOwnThreads)
struct CommentTests {
    static let kinds: [ForgeKind] = [.gitHub, .gitLab, .gitea]

    private func marker(_ key: String = "sluice", _ kind: ForgeKind = .gitHub) -> String {
        KeyLine("comment/\(key)", for: kind).text()
    }

    @Test(arguments: kinds)
    func `one is written once, then left alone, refreshed, and taken away`(
        kind: ForgeKind
    ) async throws {
        let thread = try await FakeThread(kind)
        let created = try await thread.write("web: 1.4.1 → 1.4.2\n")
        #expect(created.action == .created)
        #expect(created.url?.hasSuffix("#issuecomment-100") ?? (kind == .gitLab))
        #expect(thread.comments.map(\.body) == ["\(marker())\n\nweb: 1.4.1 → 1.4.2"])

        let writes = thread.writes.count
        #expect(try await thread.write("web: 1.4.1 → 1.4.2").action == .unchanged)
        thread.change { world in
            world.comments[0].body = world.comments[0].body.replacing("\n", with: "\r\n")
        }
        #expect(try await thread.write("web: 1.4.1 → 1.4.2").action == .unchanged)
        #expect(thread.writes.count == writes)

        #expect(try await thread.write("web: 1.4.1 → 1.4.3").action == .updated)
        #expect(thread.comments.map(\.id) == [100])
        #expect(thread.comments[0].body.hasSuffix("1.4.3"))

        #expect(try await thread.write("").action == .removed)
        #expect(thread.comments.isEmpty)
        #expect(try await thread.write("").action == .unchanged)
        try await thread.server.stop()
    }

    @Test(arguments: kinds)
    func `one whose answer was lost is found and not written again`(kind: ForgeKind) async throws {
        let thread = try await FakeThread(kind)
        thread.change { $0.lostAnswers = 1 }
        #expect(try await thread.write("text").action == .created)
        #expect(thread.comments.count == 1)
        try await thread.server.stop()
    }

    @Test(arguments: kinds)
    func `of two runs at once the older comment stays`(kind: ForgeKind) async throws {
        let thread = try await FakeThread(kind)
        let other = "\(marker())\n\nof the other run"
        thread.change { world in
            world.beforeCreation = { $0.add(other, by: "sluice-bot") }
        }
        #expect(try await thread.write("text").action == .created)
        #expect(thread.comments.map(\.body) == [other])
        #expect(try await thread.write("text").action == .updated)
        #expect(thread.comments.map(\.id) == [100])
        try await thread.server.stop()
    }

    @Test(arguments: kinds)
    func `comments of others with the line of the key are left alone`(
        kind: ForgeKind
    ) async throws {
        let thread = try await FakeThread(kind)
        thread.change { $0.add("\(marker())\n\nplanted", by: "mallory") }
        #expect(try await thread.write("text").action == .created)
        #expect(thread.comments.map(\.author) == ["mallory", "sluice-bot"])
        #expect(thread.comments[0].body.hasSuffix("planted"))
        try await thread.server.stop()
    }

    @Test func `a quotation of the comment is another comment`() async throws {
        let thread = try await FakeThread(.gitHub)
        thread.change { $0.add("Look:\n\n\(marker())\n\ntext", by: "sluice-bot") }
        #expect(try await thread.write("text").action == .created)
        #expect(thread.comments.count == 2)
        try await thread.server.stop()
    }

    @Test func `each key has a comment of its own`() async throws {
        let thread = try await FakeThread(.gitHub)
        _ = try await thread.write("a", key: "staging")
        _ = try await thread.write("b", key: "production")
        #expect(try await thread.write("c", key: "staging").action == .updated)
        #expect(thread.comments.map { $0.body.suffix(1) } == ["c", "b"])
        try await thread.server.stop()
    }

    @Test func `a workflow's token finds the comment of its bot`() async throws {
        let thread = try await FakeThread(.gitHub)
        thread.change { world in
            world.account = nil
            world.author = .init(id: 0, author: "github-actions[bot]", isBot: true, body: "")
            world.add("\(KeyLine("comment/sluice", for: .gitHub).text())\n\nx", by: "mallory")
        }
        #expect(try await thread.write("text").action == .created)
        #expect(try await thread.write("other").action == .updated)
        #expect(thread.comments.map(\.author) == ["mallory", "github-actions[bot]"])
        try await thread.server.stop()
    }

    @Test func `a comment behind many others is found`() async throws {
        let thread = try await FakeThread(.gitea)
        thread.change { world in
            world.pageSize = 10
            for number in 1...45 { world.add("\(number)", by: "someone") }
        }
        _ = try await thread.write("text")
        #expect(try await thread.write("other").action == .updated)
        #expect(thread.comments.count == 46)
        try await thread.server.stop()
    }

    @Test func `where not all comments can be read none is written`() async throws {
        let thread = try await FakeThread(.gitHub)
        thread.change { world in
            world.pageSize = 1
            for number in 1...25 { world.add("\(number)", by: "someone") }
        }
        await #expect(throws: ForgeError.tooManyPages(of: "comments", limit: 20)) {
            try await thread.write("text")
        }
        #expect(thread.writes.isEmpty)
        try await thread.server.stop()
    }

    @Test(arguments: kinds)
    func `a pull request that is not there is named`(kind: ForgeKind) async throws {
        let thread = try await FakeThread(kind)
        await #expect {
            try await thread.write("text", on: 8)
        } throws: { error in
            "\(error)".hasPrefix("there is no pull request 8 in `")
        }
        try await thread.server.stop()
    }

    @Test func `forges whose comments are threads are named`() async throws {
        let thread = try await FakeThread(.azure)
        await #expect(throws: ForgeError.noComments(.azure)) { try await thread.write("text") }
        #expect(thread.server.requests.isEmpty)
        try await thread.server.stop()
    }

    @Test func `a long text is cut between lines, and what is open is closed`() {
        let lines =
            ["<details>", "<summary>more</summary>", "", "```text"]
            + (1...200).map { "line \($0)" } + ["```", "</details>"]
        let comment = RequestComment(number: 7, text: lines.joined(separator: "\n"), key: "sluice")
        let body = CommentText(comment, for: .gitHub, bodyLimit: 1_000).body
        #expect(body.utf16.count <= 1_000)
        #expect(body.hasPrefix(marker()))
        let end = body.split(separator: "\n", omittingEmptySubsequences: false).suffix(5)
        #expect(end.dropLast() == ["```", "", "</details>", ""])
        #expect(end.last?.hasPrefix("_Shortened: ") == true)
    }
}
