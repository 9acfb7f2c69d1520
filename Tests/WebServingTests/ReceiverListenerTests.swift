import Receivers
import Testing
import WebServing

/// Calls of receivers over real sockets.
@Suite(.onOwnThreads) struct ReceiverListenerTests {
    private static let good =
        "POST /hook/known HTTP/1.1\r\nHost: h\r\nX-Token: t\r\nContent-Length: 5\r\n\r\nhello"

    @Test func `a call reaches its receiver with its fields and body`() async throws {
        try await WebFixture.run { service in
            let answer = try await service.call(Self.good)
            #expect(answer.hasPrefix("HTTP/1.1 202 "))
            let call = try #require(service.endpoints.calls.first)
            #expect(call.method == "POST" && call.target == "/hook/known")
            #expect(call.fields.contains { $0 == ("x-token", "t") })
            #expect(call.body == Array("hello".utf8))
        }
    }

    @Test func `a connection serves several calls`() async throws {
        try await WebFixture.run { service in
            let connection = try await Connection(port: service.receivers)
            for _ in 0..<3 {
                try await connection.send(Self.good)
                #expect(await connection.answer().hasPrefix("HTTP/1.1 202 "))
            }
            connection.close()
            #expect(service.endpoints.calls.count == 3)
        }
    }

    @Test func `a body in chunks is one body`() async throws {
        try await WebFixture.run { service in
            let answer = try await service.call(
                "POST /hook/known HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 202 "))
            #expect(service.endpoints.calls.first?.body == Array("hello".utf8))
        }
    }

    @Test func `a client that expects to be asked for its body is asked`() async throws {
        try await WebFixture.run { service in
            let connection = try await Connection(port: service.receivers)
            try await connection.send(
                "POST /hook/known HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n"
                    + "Content-Length: 2\r\n\r\n")
            #expect(await connection.answer().hasPrefix("HTTP/1.1 100 "))
            try await connection.send("ok")
            #expect(await connection.answer().hasPrefix("HTTP/1.1 202 "))
            connection.close()
        }
    }

    @Test(arguments: [
        ("/hook/other", "404"), ("/hook/known?", "404"), ("/", "404"), ("/metrics", "404"),
        ("/hook/busy", "429"), ("/hook/closed", "503"),
    ])
    func `a refused call is answered before its body is sent`(_ target: String, _ status: String)
        async throws
    {
        try await WebFixture.run { service in
            let connection = try await Connection(port: service.receivers)
            try await connection.send(
                "POST \(target) HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\n")
            let answer = await connection.rest().lowercased()
            #expect(answer.hasPrefix("http/1.1 \(status) "))
            #expect(answer.contains("connection: close"))
            #expect(answer.contains("retry-after: 7") == (status == "429"))
            #expect(service.endpoints.calls.isEmpty)
        }
    }

    @Test func `a body that is announced as too large is not read`() async throws {
        try await WebFixture.run { service in
            let connection = try await Connection(port: service.receivers)
            try await connection.send(
                "POST /hook/known HTTP/1.1\r\nHost: h\r\nContent-Length: 3145729\r\n\r\n")
            #expect(await connection.rest().hasPrefix("HTTP/1.1 413 "))
            #expect(service.endpoints.calls.isEmpty)
        }
    }

    @Test func `chunks without end are refused at the limit`() async throws {
        var limits = WebLimits()
        limits.body = 100_000
        try await WebFixture.run(limits: limits) { service in
            let connection = try await Connection(port: service.receivers)
            try await connection.send(
                "POST /hook/known HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = "2710\r\n" + String(repeating: "x", count: 10_000) + "\r\n"
            // The server may close while some are still on their way.
            for _ in 0..<12 { try? await connection.send(chunk) }
            #expect(await connection.rest().hasPrefix("HTTP/1.1 413 "))
            #expect(service.endpoints.calls.isEmpty)
        }
    }

    @Test(arguments: [
        "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        "Content-Length: 5\r\nContent-Length: 6\r\n", "Content-Length: -1\r\n",
        "Content-Length: 5x\r\n",
    ])
    func `a body whose end is in doubt is refused`(_ fields: String) async throws {
        try await WebFixture.run { service in
            let answer = try await service.call(
                "POST /hook/known HTTP/1.1\r\nHost: h\r\n\(fields)\r\n5\r\nhello\r\n0\r\n\r\n")
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 400 "))
            #expect(service.endpoints.calls.isEmpty)
        }
    }

    @Test func `header fields beyond the limit are refused`() async throws {
        try await WebFixture.run { service in
            let field = "X-Filler: " + String(repeating: "x", count: 70_000)
            let answer = try await service.call(
                "POST /hook/known HTTP/1.1\r\nHost: h\r\n\(field)\r\nContent-Length: 0\r\n\r\n")
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"))
            #expect(service.endpoints.calls.isEmpty)
        }
    }

    @Test func `no log tells a path`() async throws {
        try await WebFixture.run { service in
            _ = try await service.call(Self.good)
            _ = try await service.call("GET /hook/guessed HTTP/1.1\r\nHost: h\r\n\r\n")
            _ = try await service.call("nonsense /hook/nonsense\r\n\r\n")
            let log = service.endpoints.lines.text
            #expect(log.contains("status=202") && log.contains("status=404"))
            #expect(!log.contains("hook") && !log.contains("known"))
        }
    }
}
