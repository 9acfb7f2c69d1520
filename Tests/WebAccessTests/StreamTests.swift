import Synchronization
import TestSupport
import Testing

@testable import WebAccess

/// Bodies that no memory holds.
struct StreamTests {
    private final class Pulled: Sendable {
        let megabytes = Mutex(0)

        var count: Int { megabytes.withLock { $0 } }
    }

    /// A stream of megabytes, and how many were pulled from it.
    private func megabytes(_ count: Int) -> (stream: ByteStream, pulled: Pulled) {
        let pulled = Pulled()
        let stream = ByteStream {
            var left = count
            return {
                guard left > 0 else { return nil }
                left -= 1
                pulled.megabytes.withLock { $0 += 1 }
                return Array(repeating: UInt8(ascii: "m"), count: 1 << 20)
            }
        }
        return (stream, pulled)
    }

    @Test func `an upload waits for a server that does not read`() async throws {
        let server = try await ScriptedServer(isDeaf: true) { _ in .answer(201) }
        let address = try #require(WebAddress("http://127.0.0.1:\(server.port)/"))
        let (stream, pulled) = megabytes(400)
        try await AsyncHTTPTransport.withTransport(.init()) { transport in
            let body = HTTPBody.stream(stream, length: 400 << 20, type: "text/plain")
            let request = HTTPRequest(method: .put(body), address: address, bodyLimit: 1)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { _ = try? await transport.send(request) }
                var last = -1
                // Until nothing more is pulled for a while.
                while pulled.count == 0 || pulled.count != last {
                    last = pulled.count
                    try? await Task.sleep(for: .milliseconds(500))
                }
                group.cancelAll()
            }
        }
        // What the system's buffers take is a few megabytes.
        #expect(pulled.count > 0 && pulled.count < 64)
        try await server.stop()
    }

    @Test func `a stream arrives whole, with its length`() async throws {
        let server = try await ScriptedServer { _ in .answer(201) }
        let address = try #require(WebAddress("http://127.0.0.1:\(server.port)/"))
        let (stream, _) = megabytes(3)
        let answer = try await AsyncHTTPTransport.withTransport(.init()) { transport in
            await Result { () async throws(TransportFailure) in
                let body = HTTPBody.stream(stream, length: 3 << 20, type: "text/plain")
                return try await transport.send(
                    HTTPRequest(method: .put(body), address: address, bodyLimit: 1))
            }
        }.get()
        #expect(answer.status == 201)
        let request = try #require(server.requests.first)
        #expect(request.value(of: "content-length") == "\(3 << 20)")
        #expect(request.body.utf8.count == 3 << 20)
        try await server.stop()
    }

    @Test func `an answer is read piece by piece, and that of an error is not`() async throws {
        let server = try await ScriptedServer { request in
            request.target == "/error"
                ? .answer(404, "absent")
                : [
                    .send("HTTP/1.1 200 OK\r\nContent-Length: 8388608\r\n\r\n"),
                    .flood(String(repeating: "x", count: 1 << 16), count: 128),
                ]
        }
        let counts = try await AsyncHTTPTransport.withTransport(.init()) { transport in
            var counts: [[Int]] = []
            for path in ["/blob", "/error"] {
                let address = WebAddress("http://127.0.0.1:\(server.port)\(path)")
                guard let address else { continue }
                let request = HTTPRequest(address: address, bodyLimit: 1, keepsErrors: true)
                guard let download = try? await transport.open(request) else { continue }
                var bytes = 0
                var longest = 0
                var pieces = download.body.makeAsyncIterator()
                while let piece = (try? await pieces.next()) ?? nil {
                    bytes += piece.count
                    longest = max(longest, piece.count)
                }
                counts.append([download.answer.status, download.answer.body.count, bytes, longest])
            }
            return counts
        }
        #expect(counts.count == 2)
        #expect(counts.first?.prefix(3) == [200, 0, 8_388_608])
        #expect(counts.first.map { $0[3] < 4 << 20 } == true)
        #expect(counts.last == [404, 6, 0, 0])
        try await server.stop()
    }
}
