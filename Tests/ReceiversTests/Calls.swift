import Receivers
import Testing
import WebAccess

/// The server of keys of a test.
struct KeyServer: HTTPTransport {
    var answer: @Sendable () -> Result<HTTPAnswer, TransportFailure> = {
        .failure(.noConnection(.refused))
    }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer {
        try answer().get()
    }
}

/// Answers calls at the second 1,000,000.
func newDesk(
    _ server: KeyServer = KeyServer(), now: @escaping @Sendable () -> Int = { 1_000_000 }
) throws -> ReceiverDesk {
    var options = WebClient.Options(
        timing: Timing(
            pause: { _ throws(CancellationError) in }, random: { 0 }, secondsSince1970: now))
    options.retry.attempts = 1
    let address = try #require(WebAddress("https://keys.example.com/certs"))
    return ReceiverDesk(
        tokens: IdentityTokens(
            client: WebClient(options: options, transport: server), keys: address))
}

/// A call of `flux-system/rcv`.
func call(
    _ fields: [String: String] = [:], body: String = "{}", method: String = "POST",
    type: String? = "application/json"
) -> ReceiverCall {
    var all = fields.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    if let type { all.append((name: "content-type", value: type)) }
    return ReceiverCall(method: method, target: hook, fields: all, body: Array(body.utf8))
}

extension ReceiverTable {
    func outcome(of call: ReceiverCall) async throws -> ReceiverOutcome {
        await outcome(of: call, at: try newDesk())
    }

    func outcome(of call: ReceiverCall, at desk: ReceiverDesk) async -> ReceiverOutcome {
        await desk.outcome(of: call, at: receivers(at: call.target))
    }
}

extension ReceiverOutcome {
    /// The ImageRepositories of all hints, sorted.
    var images: [String] {
        acceptances.reduce(into: Set()) { $0.formUnion($1.hint.imageRepositories) }.sorted()
    }
}
