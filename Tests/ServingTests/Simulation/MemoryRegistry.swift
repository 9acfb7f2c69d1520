import Synchronization
import TestSupport
import WebAccess

/// A registry in memory, which fails as often as it is told to.
final class MemoryRegistry: HTTPTransport {
    private struct State {
        var tags: [String: [String]] = [:]
        var generator: SeededGenerator
        var requestCount = 0
        var failureCount = 0
        var requests: [String: Int] = [:]
    }

    private let state: Mutex<State>
    private let failures: ClosedRange<Double>?

    /// - Parameter failures: The part of all requests that fail, from 0 to 1.
    init(failures: Double = 0, seed: UInt64 = 1) {
        state = Mutex(State(generator: SeededGenerator(seed: seed)))
        self.failures = failures > 0 ? 0...failures : nil
    }

    func publish(_ tag: String, of path: String) {
        state.withLock { $0.tags[path, default: []].append(tag) }
    }

    var requestCount: Int { state.withLock(\.requestCount) }
    var failureCount: Int { state.withLock(\.failureCount) }

    /// How often the tags of an image were asked for.
    func requestCount(of path: String) -> Int { state.withLock { $0.requests[path] ?? 0 } }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer {
        let parts = request.address.path.split(separator: "/")
        guard parts.suffix(2) == ["tags", "list"] else { return HTTPAnswer(status: 404) }
        let path = parts.dropFirst().dropLast(2).joined(separator: "/")
        let (tags, fails) = state.withLock { state in
            state.requestCount += 1
            state.requests[path, default: 0] += 1
            let fails =
                failures?.contains(Double.random(in: 0..<1, using: &state.generator)) ?? false
            if fails { state.failureCount += 1 }
            return (state.tags[path], fails)
        }
        if fails { return HTTPAnswer(status: 503) }
        guard let tags else { return HTTPAnswer(status: 404) }
        let list = tags.map { "\"\($0)\"" }.joined(separator: ",")
        return HTTPAnswer(
            status: 200, fields: [HTTPField("content-type", "application/json")],
            body: Array(#"{"name":"\#(path)","tags":[\#(list)]}"#.utf8))
    }
}
