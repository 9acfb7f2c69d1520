import Foundation
import Synchronization
import TestSupport

@testable import Forges

/// A forge with one repository, as its documentation describes it: pull requests in memory, behind
/// a server on this machine.
final class FakeForge: Sendable {
    struct Entry: Sendable {
        enum State: Sendable { case open, closed, merged }

        var number = 0
        var title: String
        var body: String
        var branch = "promote/web"
        var base = "main"
        var state = State.open
        var isFromFork = false
        var labels: [String] = []
        var comments: [String] = []
        var reviewers: [String] = []
    }

    /// The request to carry out, whatever the forge writes it like.
    enum Action {
        case list(Entry.State, branch: String?, base: String?, page: Range<Int>)
        case read(Int)
        case create(Entry)
        case change(Int, title: String?, body: String?, closes: Bool, reviewers: [String]?)
        case comment(Int, String)
        case label(Int, [String])
    }

    struct World: Sendable {
        var entries: [Entry] = []
        /// Done when a creation arrives, before it is carried out: another run was faster.
        var beforeCreation: (@Sendable (inout World) -> Void)?
        /// So many creations are carried out and not answered.
        var lostAnswers = 0

        mutating func add(_ entry: Entry) -> Entry {
            var entry = entry
            entry.number = entries.count + 1
            entries.append(entry)
            return entry
        }
    }

    /// The token that the forge knows; each of its forms counts.
    static let token = "s3cret-t0ken"

    let dialect: any Dialect
    let server: ScriptedServer
    private let world: SharedWorld

    /// - Parameter intercept: The steps in place of an answer; nil for the usual.
    init(
        _ kind: ForgeKind,
        intercept: @escaping @Sendable (ScriptedServer.Request) -> [ScriptedServer.Step]? = { _ in
            nil
        }
    ) async throws {
        let dialect = kind.dialect
        let world = SharedWorld()
        self.dialect = dialect
        self.world = world
        server = try await ScriptedServer { request in
            intercept(request) ?? world.value.withLock { $0.answer(to: request, dialect) }
        }
    }

    var entries: [Entry] { world.value.withLock { $0.entries } }

    /// The requests that change something.
    var writes: [ScriptedServer.Request] { server.requests.filter { $0.method != "GET" } }

    func change(_ body: (inout World) -> Void) { world.value.withLock { body(&$0) } }
}

private final class SharedWorld: Sendable {
    let value = Mutex(FakeForge.World())
}

extension FakeForge.World {
    fileprivate mutating func answer(
        to request: ScriptedServer.Request, _ dialect: any Dialect
    ) -> [ScriptedServer.Step] {
        guard dialect.authorizations.contains(request.value(of: "authorization") ?? "") else {
            return .json(401, #"{"message":"Bad credentials"}"#)
        }
        guard let action = dialect.action(ForgeCall(request)) else {
            return .json(404, #"{"message":"Not Found"}"#)
        }
        switch action {
        case .list(let state, let branch, let base, let page):
            return list(
                entries.filter {
                    let isMerged = $0.state == .merged
                    let isListed =
                        $0.state == state
                        || isMerged && state == .closed && dialect.listsMergedAsClosed
                    return isListed && (branch == nil || $0.branch == branch)
                        && (base == nil || $0.base == base)
                }, page, ForgeCall(request), dialect)
        case .read(let number): return .json(200, dialect.text(entries[number - 1]))
        case .create(let entry): return create(entry, dialect)
        case .change(let number, let title, let body, let closes, let reviewers):
            var entry = entries[number - 1]
            entry.title = title ?? entry.title
            entry.body = body ?? entry.body
            entry.reviewers = reviewers ?? entry.reviewers
            if closes { entry.state = .closed }
            entries[number - 1] = entry
            return .json(dialect.changeStatus, dialect.text(entry))
        case .comment(let number, let text):
            entries[number - 1].comments.append(text)
            return .json(201, "{}")
        case .label(let number, let labels):
            entries[number - 1].labels += labels
            return .json(200, "[]")
        }
    }

    private mutating func create(
        _ entry: FakeForge.Entry, _ dialect: any Dialect
    ) -> [ScriptedServer.Step] {
        beforeCreation?(&self)
        beforeCreation = nil
        let exists = entries.contains {
            $0.state == .open && $0.branch == entry.branch && $0.base == entry.base
                && !$0.isFromFork
        }
        if exists { return .json(dialect.duplicate.status, dialect.duplicate.body) }
        let created = add(entry)
        guard lostAnswers == 0 else {
            lostAnswers -= 1
            return [.reset]
        }
        return .json(201, dialect.text(created))
    }

    /// The latest first, as all are asked to sort.
    private func list(
        _ found: [FakeForge.Entry], _ page: Range<Int>, _ call: ForgeCall, _ dialect: any Dialect
    ) -> [ScriptedServer.Step] {
        let sorted = Array(found.reversed())
        let shown = sorted[page.clamped(to: 0..<sorted.count)]
        let next = page.upperBound < sorted.count ? dialect.next(call, page) : nil
        let link = next.map { ["Link: <\($0)>; rel=\"next\", <\($0)>; rel=\"last\""] } ?? []
        return .json(
            200, dialect.page(shown.map { dialect.object($0, isWhole: false) }, next: next),
            fields: dialect.hasLinks ? link : [])
    }
}

extension [ScriptedServer.Step] {
    static func json(_ status: Int, _ body: String, fields: [String] = []) -> Self {
        .answer(status, body, fields: ["Content-Type: application/json"] + fields)
    }
}

/// A request, in parts.
struct ForgeCall {
    let method: String
    /// Encoded, as it came.
    let path: String
    let query: [String: String]
    let host: String
    let json: [String: Any]

    init(_ request: ScriptedServer.Request) {
        method = request.method
        let parts = request.target.split(separator: "?", maxSplits: 1)
        path = String(parts[0])
        let items = URLComponents(string: request.target)?.queryItems ?? []
        query = Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
        host = request.value(of: "host") ?? ""
        json =
            (try? JSONSerialization.jsonObject(with: Data(request.body.utf8))) as? [String: Any]
            ?? [:]
    }

    func text(_ key: String) -> String? { json[key] as? String }

    /// This request with other fields in the query.
    func address(with fields: [String: String]) -> String {
        var components = URLComponents()
        components.queryItems = query.merging(fields) { $1 }.sorted { $0.key < $1.key }
            .map { URLQueryItem(name: $0.key, value: $0.value) }
        return "http://\(host)\(path)?\(components.percentEncodedQuery ?? "")"
    }
}
