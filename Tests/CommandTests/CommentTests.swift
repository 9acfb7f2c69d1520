import Foundation
import Synchronization
import TestSupport
import Testing

/// `sluice comment` as CI systems and people run it.
struct CommentTests {
    private func fixture(remote: String = "https://github.com/org/fleet.git") throws -> GitFixture {
        let fixture = try GitFixture()
        try fixture.git("remote", "add", "origin", remote)
        try fixture.write("summary.md", "a summary\n")
        return fixture
    }

    private static let plan = ["comment", "--file", "summary.md", "--dry-run"]

    @Test func `a dry run needs no token and shows the comment`() throws {
        let run = try fixture().sluice(Self.plan + ["--request", "12"])
        #expect(run.status == 0)
        #expect(run.output == "a summary\n")
        #expect(run.errors == "would write this comment on #12 of org/fleet\n")
    }

    @Test func `on GitHub the pull request is that of the event`() throws {
        let fixture = try fixture()
        try fixture.write("event.json", #"{"pull_request":{"number":34,"base":{"sha":"01"}}}"#)
        let run = try fixture.sluice(
            Self.plan,
            with: [
                "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request",
                "GITHUB_EVENT_PATH": "\(fixture.path)/event.json",
            ])
        #expect(run.errors == "would write this comment on #34 of org/fleet\n")
    }

    @Test func `on GitLab the merge request is that of the pipeline`() throws {
        let fixture = try fixture(remote: "git@gitlab.com:group/sub/fleet.git")
        let run = try fixture.sluice(
            Self.plan, with: ["GITLAB_CI": "true", "CI_MERGE_REQUEST_IID": "5"])
        #expect(run.errors == "would write this comment on !5 of group/sub/fleet\n")
    }

    @Test func `without a pull request or a token it says what to do`() throws {
        let fixture = try fixture()
        let open = try fixture.sluice(Self.plan)
        #expect(open.status == 2)
        #expect(
            open.errors
                == "sluice: no pull request to comment on: this is not a CI job for one; name it "
                + "with --request\n")
        let anonymous = try fixture.sluice(
            ["comment", "--file", "summary.md", "--request", "12"])
        #expect(anonymous.status == 2)
        #expect(anonymous.errors.contains("no token for `github.com`; set `SLUICE_FORGE_TOKEN`"))
        let other = try fixture.sluice(Self.plan + ["--request", "1", "--remote", "fork"])
        #expect(
            other.errors
                == "sluice: the repository has no remote `fork`; name one with --remote\n")
    }

    @Test(arguments: [["--request", "0"], ["--key", ""], []])
    func `wrong usage is told as such`(arguments: [String]) throws {
        let file = arguments.isEmpty ? [] : ["--file", "summary.md"]
        #expect(try fixture().sluice(["comment"] + file + arguments).status == 64)
    }

    @Test func `a comment is written with the token of the environment`() async throws {
        let thread = Thread()
        let server = try await ScriptedServer { thread.answer(to: $0) }
        let fixture = try fixture(remote: "http://127.0.0.1:\(server.port)/org/fleet.git")
        let arguments = ["comment", "--file", "summary.md", "--request", "7", "--forge", "gitea"]
        let token = ["SLUICE_FORGE_TOKEN": "s3cret"]
        let first = try fixture.sluice(arguments, with: token)
        #expect(first.errors == "")
        #expect(first.output == "wrote the comment on #7 of org/fleet: https://forge.example/7#1\n")
        #expect(thread.bodies == ["<!-- sluice: comment/sluice -->\n\na summary"])
        let again = try fixture.sluice(arguments, with: token)
        #expect(again.output.hasPrefix("nothing to change in the comment on #7 of org/fleet"))
        #expect(server.requests.allSatisfy { $0.value(of: "authorization") == "token s3cret" })
        #expect(server.requests.count { $0.method == "POST" } == 1)
        try await server.stop()
    }

    /// The comments of a pull request on Gitea.
    private final class Thread: Sendable {
        private let written = Mutex<[String]>([])

        var bodies: [String] { written.withLock { $0 } }

        func answer(to request: ScriptedServer.Request) -> [ScriptedServer.Step] {
            let type = ["Content-Type: application/json"]
            if request.target == "/api/v1/user" {
                return .answer(200, #"{"login":"bot"}"#, fields: type)
            }
            if request.method == "POST" {
                let body = (try? JSONDecoder().decode(Body.self, from: Data(request.body.utf8)))?
                    .body
                written.withLock { $0.append(body ?? "") }
                return .answer(201, "{}", fields: type)
            }
            let comments = bodies.enumerated().map { number, body in
                Comment(
                    id: number + 1, body: body, html_url: "https://forge.example/7#\(number + 1)",
                    user: .init(login: "bot"))
            }
            let data = (try? JSONEncoder().encode(comments)) ?? Data()
            return .answer(200, String(decoding: data, as: UTF8.self), fields: type)
        }

        private struct Body: Decodable {
            let body: String
        }

        private struct Comment: Encodable {
            let id: Int
            let body: String
            // The name in the document.
            // swift-format-ignore: AlwaysUseLowerCamelCase
            let html_url: String
            let user: User

            struct User: Encodable {
                let login: String
            }
        }
    }
}
