import TestSupport
import Testing

@testable import WebAccess

/// Requests as they arrive at a server.
struct TransportTests {
    private func answers(
        to requests: (WebAddress) -> [HTTPRequest], script: @escaping ScriptedServer.Script
    ) async throws -> (answers: [HTTPAnswer], received: [ScriptedServer.Request]) {
        let server = try await ScriptedServer(script)
        let address = try #require(WebAddress("http://127.0.0.1:\(server.port)/path"))
        let results = try await AsyncHTTPTransport.withTransport(.init()) { transport in
            var results: [Result<HTTPAnswer, TransportFailure>] = []
            for request in requests(address) {
                results.append(
                    await Result { () async throws(TransportFailure) in
                        try await transport.send(request)
                    })
            }
            return results
        }
        let received = server.requests
        try await server.stop()
        return (try results.map { try $0.get() }, received)
    }

    @Test func `methods, bodies and fields arrive as they are`() async throws {
        let body = HTTPBody.bytes(Array("{}".utf8), type: "application/json")
        let methods: [HTTPRequest.Method] = [
            .get, .head, .delete, .post(.none), .put(body), .patch(body),
            .post(.form(Secret("a=b"))),
        ]
        let (_, received) = try await answers {
            address in
            methods.map { method in
                HTTPRequest(
                    method: method, address: address,
                    authorization: Authorization(field: "PRIVATE-TOKEN", value: Secret("t")),
                    accepted: ["a/b", "c/d"], fields: [HTTPField("X-Version", "4")], bodyLimit: 9)
            }
        } script: { _ in
            .answer(204)
        }
        #expect(received.map(\.method) == methods.map(\.name))
        #expect(received.map(\.body) == ["", "", "", "", "{}", "{}", "a=b"])
        let json = "application/json"
        #expect(
            received.map { $0.value(of: "content-type") }
                == [nil, nil, nil, nil, json, json, "application/x-www-form-urlencoded"])
        #expect(received[3].value(of: "content-length") == "0")
        for request in received {
            #expect(request.value(of: "private-token") == "t")
            #expect(request.value(of: "authorization") == nil)
            #expect(request.value(of: "accept") == "a/b, c/d")
            #expect(request.value(of: "x-version") == "4")
        }
    }

    @Test func `the body of an error comes only on request, and not all of it`() async throws {
        let long = String(repeating: "e", count: 200_000)
        let (found, _) = try await answers {
            address in
            [false, true].map {
                HTTPRequest(address: address, bodyLimit: 9, keepsErrors: $0)
            }
        } script: { _ in
            .answer(400, long)
        }
        #expect(found.map(\.status) == [400, 400])
        #expect(found.map(\.body.count) == [0, 1 << 16])
    }

    @Test(arguments: ["SSL_CERT_FILE", "SSL_CERT_DIR"])
    func `a missing file of certificates is named`(variable: String) async throws {
        var options = AsyncHTTPTransport.Options()
        let path = "\(try TemporaryDirectory().path)/absent"
        options.environment = [variable: path]
        await #expect(throws: WebSettingsProblem.unreadableCertificates(path: path)) {
            try await AsyncHTTPTransport.withTransport(options) { _ in }
        }
    }
}
