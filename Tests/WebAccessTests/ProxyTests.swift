import Testing

@testable import WebAccess

struct ProxyTests {
    private static let environment = [
        "HTTPS_PROXY": "http://secure.lan:3128", "http_proxy": "plain.lan",
        "NO_PROXY": "exact.io, .below.io *.star.io,10.0.0.0/8,192.168.1.1,ported.io:8443,fd00::/8",
    ]

    @Test(arguments: [
        ("https://ghcr.io/", "secure.lan:3128"), ("http://registry.lan/", "plain.lan:80"),
        ("https://localhost:5000/", nil), ("https://127.0.0.1/", nil), ("https://[::1]/", nil),
        ("https://exact.io/", nil), ("https://sub.exact.io/", nil),
        ("https://notexact.io/", "secure.lan:3128"), ("https://below.io/", "secure.lan:3128"),
        ("https://a.below.io/", nil), ("https://a.star.io/", nil),
        ("https://10.1.2.3/", nil), ("https://11.1.2.3/", "secure.lan:3128"),
        ("https://192.168.1.1/", nil), ("https://192.168.1.2/", "secure.lan:3128"),
        ("https://ported.io:8443/", nil), ("https://ported.io/", "secure.lan:3128"),
        ("https://[fd12::1]/", nil), ("https://[fe80::1]/", "secure.lan:3128"),
    ])
    func `the proxy is chosen as in Go`(address: String, proxy: String?) throws {
        let settings = try ProxySettings(environment: Self.environment)
        let chosen = settings.proxy(for: try #require(WebAddress(address)))
        #expect(chosen.map { "\($0.host.name):\($0.port)" } == proxy)
    }

    @Test func `star means no proxy at all`() throws {
        let settings = try ProxySettings(
            environment: ["HTTPS_PROXY": "http://p", "NO_PROXY": "*"])
        #expect(settings.proxy(for: try #require(WebAddress("https://ghcr.io/"))) == nil)
    }

    @Test func `the user and the password of a proxy are decoded`() throws {
        let proxy = try #require(Proxy("http://us%40er:p%3Aw@proxy.lan:8080/"))
        #expect(proxy.credential?.revealed == "us@er:p:w")
        #expect(proxy.host.name == "proxy.lan" && proxy.port == 8080)
    }

    @Test(arguments: [
        "https://proxy", "ftp://proxy", "http://", "http://u:%zz@p", "socks5://u:p@h",
    ])
    func `an invalid proxy is named by its variable`(text: String) {
        #expect(throws: WebSettingsProblem.invalidProxy(variable: "https_proxy")) {
            try ProxySettings(environment: ["https_proxy": text])
        }
    }

    @Test(arguments: [
        ("::", 16), ("::1", 16), ("1:2:3:4:5:6:7:8", 16), ("127.0.0.1", 4), ("1:2:3:4:5:6:7", nil),
        ("1::2::3", nil), ("1:2:3:4:5:6:7::8", nil), ("12345::", nil), ("1.2.3", nil),
        ("1.2.3.256", nil), ("+1.2.3.4", nil), ("name", nil), ("", nil),
    ])
    func `IP addresses are recognised`(text: String, count: Int?) {
        #expect(IPAddress.bytes(text)?.count == count)
    }
}
