import Synchronization
import TestSupport
import Testing
import WebAccess

@testable import Forges

/// A client for a fake forge, whose pauses take no time.
struct Scene: Sendable {
    final class Pauses: Sendable {
        let all = Mutex<[Duration]>([])
    }

    let forge: FakeForge
    let pauses = Pauses()

    init(
        _ kind: ForgeKind,
        intercept: @escaping @Sendable (ScriptedServer.Request) -> [ScriptedServer.Step]? = { _ in
            nil
        }
    ) async throws {
        forge = try await FakeForge(kind, intercept: intercept)
    }

    var repository: ForgeRepository {
        get throws {
            let server = "http://127.0.0.1:\(forge.server.port)"
            let kind = try #require(
                ForgeKind.allCases.first { $0.dialect.api == forge.dialect.api })
            return try ForgeRepository(
                remote: server + forge.dialect.remote,
                choice: ForgeChoice(kind: kind, api: server + forge.dialect.api))
        }
    }

    /// Runs a body with a client, and stops nothing.
    func run<Value: Sendable>(
        token: String = FakeForge.token,
        _ body: @Sendable (ForgeClient) async throws(ForgeError) -> Value
    ) async throws -> Value {
        let repository = try repository
        let token = try ForgeToken(for: repository, environment: ["SLUICE_FORGE_TOKEN": token])
        let pauses = pauses
        let timing = Timing(
            pause: { duration in pauses.all.withLock { $0.append(duration) } },
            random: { 0 }, secondsSince1970: { 1_000_000 })
        let result = try await AsyncHTTPTransport.withTransport(.init()) { transport in
            let web = WebClient(options: .init(timing: timing), transport: transport)
            return await Result { () async throws(ForgeError) in
                try await body(ForgeClient(repository, token: token, web: web))
            }
        }
        return try result.get()
    }

    func open(_ request: PullRequest) async throws -> PullRequestOutcome {
        try await run { client throws(ForgeError) in try await client.open(request) }
    }

    func close(_ reason: String = "superseded") async throws -> PullRequestOutcome? {
        try await run { client throws(ForgeError) in
            try await client.close(branch: "promote/web", base: "main", because: reason)
        }
    }

    func stop() async throws { try await forge.server.stop() }
}

extension PullRequest {
    static func example(
        body: String = "| image | from | to |\n|---|---|---|\n| web | 1.4.1 | 1.4.2 |\n",
        labels: [String] = [], key: String = "production/web@sha256:0123"
    ) -> PullRequest {
        PullRequest(
            branch: "promote/web", base: "main", title: "Promote web 1.4.2 to production",
            body: body, labels: labels, key: key)
    }
}

/// Runs tests on threads of their own: see `OwnThreads`.
struct OnOwnThreads: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(OwnThreads.shared) { try await function() }
    }
}

extension Trait where Self == OnOwnThreads {
    static var onOwnThreads: OnOwnThreads { OnOwnThreads() }
}
