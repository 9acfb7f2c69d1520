import Testing

@testable import WebAccess

struct RedirectTests {
    /// From, to, and whether blobs and other answers may go there.
    @Test(arguments: [
        ("https://r.io/a", "/b", true, true), ("https://r.io/a", "https://r.io:443/b", true, true),
        ("https://r.io/a", "https://store.io/b", true, false),
        ("https://r.io/a", "http://r.io/b", false, false),
        ("https://r.io/a", "http://localhost/b", false, false),
        ("http://localhost:5000/a", "http://localhost:5001/b", true, false),
        ("http://localhost:5000/a", "http://store.io/b", false, false),
        ("http://localhost:5000/a", "http://registry.lan/b", true, false),
        ("http://localhost:5000/a", "https://store.io/b", true, false),
        ("https://r.io/a", "https://u:p@store.io/b", false, false),
        ("https://r.io/a", "file:///etc/passwd", false, false),
    ])
    func `a redirect is followed only where it is harmless`(
        from: String, to: String, blobs: Bool, others: Bool
    ) throws {
        let address = try #require(WebAddress(from))
        let request = HTTPRequest(address: address, bodyLimit: 1)
        let answer = HTTPAnswer(status: 307, fields: [.init("Location", to)])
        let trust = PlainHTTPTrust(insecureHosts: [try #require(WebHost("registry.lan"))])
        for (mayLeaveOrigin, isFollowed) in [(true, blobs), (false, others)] {
            let rule = RedirectRule(mayLeaveOrigin: mayLeaveOrigin, trust: trust)
            let target = try? rule.target(of: answer, to: request)
            #expect((target != nil) == isFollowed, "\(mayLeaveOrigin)")
        }
    }

    @Test func `a redirect without an address is refused`() throws {
        let rule = RedirectRule(mayLeaveOrigin: true, trust: PlainHTTPTrust())
        let request = HTTPRequest(
            address: try #require(WebAddress("https://r.io/a")), bodyLimit: 1)
        #expect(throws: WebProblem.redirectRefused(to: nil)) {
            try rule.target(of: HTTPAnswer(status: 302), to: request)
        }
        #expect(try rule.target(of: HTTPAnswer(status: 304), to: request) == nil)
    }

    @Test func `what a request writes is not sent elsewhere`() throws {
        let rule = RedirectRule(mayLeaveOrigin: true, trust: PlainHTTPTrust())
        let address = try #require(WebAddress("https://r.io/a"))
        let answer = HTTPAnswer(status: 307, fields: [.init("Location", "https://r.io/b")])
        let body = HTTPBody.bytes([1], type: "text/plain")
        for method in [HTTPRequest.Method.put(body), .post(body), .patch(body), .delete] {
            let request = HTTPRequest(method: method, address: address, bodyLimit: 1)
            #expect(throws: WebProblem.redirectRefused(to: WebAddress("https://r.io/b"))) {
                try rule.target(of: answer, to: request)
            }
        }
    }

    @Test func `nothing secret follows a redirect`() throws {
        let address = try #require(WebAddress("https://r.io/a"))
        let request = HTTPRequest(
            method: .post(.form(Secret("refresh_token=x"))), address: address,
            authorization: Authorization(field: "PRIVATE-TOKEN", value: Secret("t")),
            fields: [HTTPField("X-Version", "4")], bodyLimit: 1)
        let next = request.redirected(to: address)
        #expect(next.method == .get && next.authorization == nil && next.fields.count == 1)
        let other = request.redirected(to: try #require(WebAddress("https://s.io/a")))
        #expect(other.authorization == nil && other.fields.isEmpty)
    }
}
