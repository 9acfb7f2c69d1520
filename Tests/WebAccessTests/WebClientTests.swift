import Synchronization
import Testing

@testable import WebAccess

/// How often a request is sent, over a transport in memory.
struct WebClientTests {
    final class Failing: HTTPTransport {
        typealias Reply = Result<HTTPAnswer, TransportFailure>

        let count = Mutex(0)
        private let reply: Reply

        init(_ reply: Reply) {
            self.reply = reply
        }

        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer {
            count.withLock { $0 += 1 }
            return try reply.get()
        }
    }

    /// The answer to a request, and how often it is sent if it may or must not arrive twice.
    @Test(arguments: [
        (Failing.Reply.success(HTTPAnswer(status: 503)), 3, 1),
        (.success(HTTPAnswer(status: 429)), 3, 3), (.failure(.connectionLost), 3, 1),
        (.failure(.noConnection(.refused)), 3, 3), (.success(HTTPAnswer(status: 201)), 1, 1),
        (.failure(.untrustedCertificate), 1, 1),
    ])
    func `a request is sent again where that does no harm`(
        reply: Failing.Reply, repeatable: Int, once: Int
    ) async throws {
        let address = try #require(WebAddress("https://r.io/a"))
        let timing = Timing(pause: { _ in }, random: { 0 }, secondsSince1970: { 0 })
        for (isRepeatable, count) in [(true, repeatable), (false, once)] {
            let transport = Failing(reply)
            let client = WebClient(options: .init(timing: timing), transport: transport)
            let request = HTTPRequest(
                method: .post(.none), address: address, bodyLimit: 1)
            _ = await Result { () async throws(WebProblem) in
                try await client.answer(to: request, isRepeatable: isRepeatable)
            }
            #expect(transport.count.withLock { $0 } == count, "\(isRepeatable)")
        }
    }
}
