import Testing

@testable import RegistryAccess

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
        let answer = HTTPAnswer(status: 307, fields: [.init("Location", to)])
        let trust = PlainHTTPTrust(insecureHosts: [try #require(RegistryHost("registry.lan"))])
        for (mayLeaveOrigin, isFollowed) in [(true, blobs), (false, others)] {
            let rule = RedirectRule(mayLeaveOrigin: mayLeaveOrigin, trust: trust)
            let target = try? rule.target(of: answer, to: address)
            #expect((target != nil) == isFollowed, "\(mayLeaveOrigin)")
        }
    }

    @Test func `a redirect without an address is refused`() throws {
        let rule = RedirectRule(mayLeaveOrigin: true, trust: PlainHTTPTrust())
        let address = try #require(WebAddress("https://r.io/a"))
        #expect(throws: RegistryError.Reason.answer(.redirectRefused(to: nil))) {
            try rule.target(of: HTTPAnswer(status: 302), to: address)
        }
        #expect(try rule.target(of: HTTPAnswer(status: 304), to: address) == nil)
    }

    @Test func `nothing secret follows a redirect`() throws {
        let address = try #require(WebAddress("https://r.io/a"))
        let request = HTTPRequest(
            method: .post(form: Secret("refresh_token=x")), address: address,
            authorization: .bearer(Secret("t")), bodyLimit: 1)
        let next = request.redirected(to: address)
        #expect(next.method == .get && next.authorization == nil)
    }
}
