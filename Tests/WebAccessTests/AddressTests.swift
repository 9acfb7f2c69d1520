import Testing

@testable import WebAccess

struct AddressTests {
    @Test(arguments: [
        ("ghcr.io", "ghcr.io", false), ("GHCR.io:443", "ghcr.io:443", false),
        ("localhost:5000", "localhost:5000", true), ("app.localhost", "app.localhost", true),
        ("127.0.0.1:5000", "127.0.0.1:5000", true), ("127.9.9.9", "127.9.9.9", true),
        ("[::1]:5000", "[::1]:5000", true),
        // Names that only look like this machine.
        ("127.0.0.1.example.com", "127.0.0.1.example.com", false),
        ("127.0.0", "127.0.0", false), ("localhost.example.com", "localhost.example.com", false),
        ("notlocalhost", "notlocalhost", false), ("[::2]", "[::2]", false),
    ])
    func `a host is read, and recognised if it is this machine`(
        text: String, shown: String, isLoopback: Bool
    ) {
        let host = WebHost(text)
        #expect(host?.description == shown)
        #expect(host?.isLoopback == isLoopback)
    }

    @Test(arguments: [
        "", ":5000", "host:", "host:0", "host:65536", "host:5x", "ho st", "user@host", "host/path",
        "[::1", "[]", "[::1]5000", "höst", "host:000080",
    ])
    func `text that is not a host is refused`(text: String) {
        #expect(WebHost(text) == nil)
    }

    @Test(arguments: [
        ("https://ghcr.io/v2/", "https://ghcr.io/v2/", nil),
        ("HTTPS://ghcr.io", "https://ghcr.io/", nil),
        ("http://localhost:5000/v2/a?n=1&last=b#end", "http://localhost:5000/v2/a", "n=1&last=b"),
        ("https://host?x", "https://host/", "x"),
    ])
    func `an address is read`(text: String, shown: String, query: String?) {
        let address = WebAddress(text)
        #expect(address?.description == shown)
        #expect(address?.query == query)
    }

    @Test(arguments: [
        "ftp://host/", "file:///etc/passwd", "host/path", "https://", "https:///v2/",
        "https://user:password@host/", "https://host/a b", "https://host/\r\nX: y", "https://höst/",
    ])
    func `an address that could mislead is refused`(text: String) {
        #expect(WebAddress(text) == nil)
    }

    @Test(arguments: [
        ("https://other.io/x", "https://other.io/x"), ("//other.io/x", "https://other.io/x"),
        ("/v2/b", "https://ghcr.io/v2/b"), ("?last=z", "https://ghcr.io/v2/app/tags/list"),
        ("next", "https://ghcr.io/v2/app/tags/next"), ("javascript:x", nil), ("http:/x", nil),
    ])
    func `a reference is resolved against its address`(reference: String, expected: String?) throws
    {
        let base = try #require(WebAddress("https://ghcr.io/v2/app/tags/list?n=1000"))
        #expect(base.resolving(reference)?.description == expected)
    }

    @Test(arguments: [
        ("https://ghcr.io:443/a", true), ("http://ghcr.io/", false),
        ("https://ghcr.io:444/", false),
        ("https://ghcr.io.example/", false), ("https://GHCR.IO/", true),
    ])
    func `the origin is scheme, host and port`(text: String, isSame: Bool) throws {
        let base = try #require(WebAddress("https://ghcr.io/v2/"))
        #expect(try #require(WebAddress(text)).hasSameOrigin(as: base) == isSame)
    }

    @Test func `query is encoded and appended`() throws {
        let realm = try #require(WebAddress("https://auth.io/token?a=b"))
        let address = realm.appending(query: [
            ("service", "a b&c"), ("scope", "repository:x/ü:pull"),
        ])
        #expect(
            address.requestText
                == "https://auth.io/token?a=b&service=a%20b%26c&scope=repository%3Ax%2F%C3%BC%3Apull"
        )
    }

    @Test func `the description of an address has no query`() throws {
        let address = try #require(WebAddress("https://store.io/blob?signature=hidden"))
        #expect("\(address)" == "https://store.io/blob")
    }
}
