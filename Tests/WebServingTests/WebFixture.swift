import Logging
import Receivers
import ServiceLifecycle
import Serving
import Synchronization
import TestSupport
import Testing
import WebServing

/// The service's listeners on free ports of this machine, as long as a test runs.
struct WebFixture {
    let receivers: Int
    let page: Int
    let endpoints: FakeEndpoints

    /// Runs the service around `body`, then stops it as SIGTERM does.
    static func run<Value: Sendable>(
        limits: WebLimits = WebLimits(), options: WebOptions = WebOptions(),
        endpoints: FakeEndpoints = FakeEndpoints(), isReady: Bool = true,
        status: ServiceStatus = status,
        body: @escaping @Sendable (WebFixture) async throws -> Value
    ) async throws -> Value {
        var options = options
        options.receivers = ListenAddress(host: "127.0.0.1", port: 0)
        options.page = ListenAddress(host: options.page.host, port: 0)
        options.limits = limits
        let (ports, found) = AsyncStream.makeStream(of: (String, Int).self)
        let service = WebService(
            WebService.Sources(
                receivers: endpoints, status: { status }, metrics: { "sluice_runs_total 1\n" },
                isReady: { isReady }),
            options: options, logger: Logger(label: "test") { _ in endpoints.log },
            onListening: { found.yield(($0, $1)) })
        let group = ServiceGroup(
            services: [service], logger: Logger(label: "test") { _ in endpoints.log })
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            var known: [String: Int] = [:]
            for await (name, port) in ports {
                known[name] = port
                if known.count == 2 { break }
            }
            let fixture = WebFixture(
                receivers: known["receivers"] ?? 0, page: known["page"] ?? 0, endpoints: endpoints)
            let result = await Result { try await body(fixture) }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            return try result.get()
        }
    }

    static var status: ServiceStatus {
        let now = Timestamp(millisecondsSince1970: 1_700_000_000_000)
        return ServiceStatus(version: "1.2.3", started: now + -3600, now: now)
    }

    func call(_ text: String) async throws -> String {
        try await Connection.answer(to: text, port: receivers)
    }

    func get(_ target: String, fields: String = "") async throws -> String {
        try await Connection.answer(
            to: "GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n", port: page)
    }
}

extension Result where Failure == any Error {
    init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}

/// Receivers at fixed paths, which note their calls.
final class FakeEndpoints: ReceiverEndpoints {
    private let state = Mutex<[ReceiverCall]>([])
    private let admissions = Mutex(0)
    /// Before the answer to `/hook/slow`.
    private let delay: Duration
    let lines = LogLines()

    init(delay: Duration = .zero) {
        self.delay = delay
    }

    /// How many calls began.
    var admitted: Int { admissions.withLock { $0 } }

    var calls: [ReceiverCall] { state.withLock { $0 } }

    var log: LineLogHandler {
        LineLogHandler(
            format: .text, label: "test", level: .trace, time: { "T" },
            output: { [lines] in lines.add($0) })
    }

    func admission(ofTarget target: String) async -> ReceiverAdmission? {
        admissions.withLock { $0 += 1 }
        return switch target {
        case "/hook/known", "/hook/slow": .open
        case "/hook/busy": .tooMany(retryAfterSeconds: 7)
        case "/hook/closed": .closed
        default: nil
        }
    }

    func status(of call: ReceiverCall) async -> Int {
        if call.target == "/hook/slow" { try? await Task.sleep(for: delay) }
        state.withLock { $0.append(call) }
        return 202
    }
}

/// Everything that was logged.
final class LogLines: Sendable {
    private let state = Mutex<[String]>([])

    var text: String { state.withLock { $0.joined() } }

    func add(_ line: String) { state.withLock { $0.append(line) } }
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
