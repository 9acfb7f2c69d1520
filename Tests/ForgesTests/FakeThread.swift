import Foundation
import Synchronization
import TestSupport
import WebAccess

@testable import Forges

/// The comments of one pull request on a forge, behind a server on this machine.
final class FakeThread: Sendable {
    struct Comment: Sendable {
        var id: Int
        var author: String
        var isBot = false
        var body: String
    }

    struct World: Sendable {
        var comments: [Comment] = []
        /// The account of the token; nil for one that may not ask.
        var account: String? = "sluice-bot"
        /// The author of what the token writes.
        var author = Comment(id: 0, author: "sluice-bot", body: "")
        /// So many comments are written and not answered.
        var lostAnswers = 0
        /// Done when a comment arrives, before it is written: another run was faster.
        var beforeCreation: (@Sendable (inout World) -> Void)?
        var pageSize = 100
        var nextID = 100

        mutating func add(_ body: String, by author: String, isBot: Bool = false) {
            comments.append(Comment(id: nextID, author: author, isBot: isBot, body: body))
            nextID += 1
        }
    }

    let kind: ForgeKind
    let server: ScriptedServer
    private let world: Shared

    private final class Shared: Sendable {
        let value = Mutex(World())
    }

    init(_ kind: ForgeKind) async throws {
        let world = Shared()
        self.kind = kind
        self.world = world
        server = try await ScriptedServer { request in
            world.value.withLock { $0.answer(to: ForgeCall(request), of: kind) }
        }
    }

    var comments: [Comment] { world.value.withLock { $0.comments } }

    /// The requests that change something.
    var writes: [ScriptedServer.Request] { server.requests.filter { $0.method != "GET" } }

    func change(_ body: (inout World) -> Void) { world.value.withLock { body(&$0) } }

    /// Runs a body with a client for the repository of the pull request, and pauses that take no
    /// time.
    func write(
        _ text: String, on number: Int = 7, key: String = "sluice"
    ) async throws -> CommentOutcome {
        let place = "http://127.0.0.1:\(server.port)"
        let repository = try ForgeRepository(
            remote: place + kind.dialect.remote,
            choice: ForgeChoice(kind: kind, api: place + kind.dialect.api))
        let token = try ForgeToken(
            for: repository, environment: ["SLUICE_FORGE_TOKEN": FakeForge.token])
        let timing = Timing(pause: { _ in }, random: { 0 }, secondsSince1970: { 1_000_000 })
        let comment = RequestComment(number: number, text: text, key: key)
        return try await AsyncHTTPTransport.withTransport(.init()) { transport in
            let web = WebClient(options: .init(timing: timing), transport: transport)
            return await Result { () async throws(ForgeError) in
                try await ForgeClient(repository, token: token, web: web).write(comment)
            }
        }.get()
    }
}

extension FakeThread.World {
    fileprivate mutating func answer(
        to call: ForgeCall, of kind: ForgeKind
    ) -> [ScriptedServer.Step] {
        if call.path.hasSuffix("/user") {
            guard let account else { return .json(403, #"{"message":"not for this token"}"#) }
            return .json(200, json([kind == .gitLab ? "username" : "login": account]))
        }
        let list = kind.threadPath
        if call.path == list, call.method == "GET" { return page(call, kind) }
        if call.path == list, call.method == "POST" { return create(call, kind) }
        guard case (let id, "")? = call.path.number(behind: kind.commentPath),
            let index = comments.firstIndex(where: { $0.id == id })
        else { return .json(404, #"{"message":"Not Found"}"#) }
        switch call.method {
        case "DELETE":
            comments.remove(at: index)
            return .answer(204)
        case kind == .gitLab ? "PUT" : "PATCH":
            comments[index].body = call.text("body") ?? ""
            return .json(200, json(object(comments[index], kind)))
        default: return .json(405, "{}")
        }
    }

    private mutating func create(_ call: ForgeCall, _ kind: ForgeKind) -> [ScriptedServer.Step] {
        beforeCreation?(&self)
        beforeCreation = nil
        add(call.text("body") ?? "", by: author.author, isBot: author.isBot)
        guard lostAnswers == 0 else {
            lostAnswers -= 1
            return [.reset]
        }
        return .json(201, json(object(comments[comments.count - 1], kind)))
    }

    private func page(_ call: ForgeCall, _ kind: ForgeKind) -> [ScriptedServer.Step] {
        let start = ((call.query["page"].flatMap(Int.init) ?? 1) - 1) * pageSize
        let end = min(start + pageSize, comments.count)
        let shown = start < end ? comments[start..<end] : []
        let next = call.address(with: ["page": "\(start / pageSize + 2)"])
        return .json(
            200, json(shown.map { object($0, kind) }),
            fields: end < comments.count ? ["Link: <\(next)>; rel=\"next\""] : [])
    }

    private func object(_ comment: FakeThread.Comment, _ kind: ForgeKind) -> [String: Any] {
        guard kind != .gitLab else {
            return [
                "id": comment.id, "body": comment.body, "system": false,
                "author": ["username": comment.author],
            ]
        }
        return [
            "id": comment.id, "body": comment.body,
            "html_url": "https://forge.example/Org/app/pull/7#issuecomment-\(comment.id)",
            "user": ["login": comment.author, "type": comment.isBot ? "Bot" : "User"],
        ]
    }
}

extension ForgeKind {
    fileprivate var threadPath: String {
        self == .gitLab
            ? "\(dialect.api)/projects/Group%2Fsub%2Fapp/merge_requests/7/notes"
            : "\(dialect.api)/repos/Org/app/issues/7/comments"
    }

    fileprivate var commentPath: String {
        self == .gitLab ? threadPath + "/" : "\(dialect.api)/repos/Org/app/issues/comments/"
    }
}
