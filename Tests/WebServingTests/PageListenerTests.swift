import Testing
import WebAccess
import WebServing

/// The page, metrics and health over real sockets.
@Suite(.onOwnThreads) struct PageListenerTests {
    private static let token = "correct horse battery staple"

    private static var guarded: WebOptions { WebOptions(pageToken: Secret(token)) }

    private static var quick: WebLimits {
        var limits = WebLimits()
        limits.signInDelay = .zero
        return limits
    }

    @Test func `health tells that the service answers, and readiness what it is told`()
        async throws
    {
        for (isReady, expected) in [(false, "503"), (true, "200")] {
            try await WebFixture.run(isReady: isReady) { service in
                let health = try await service.get("/healthz")
                #expect(health.hasPrefix("HTTP/1.1 200 "))
                let readiness = try await service.get("/readyz")
                #expect(readiness.hasPrefix("HTTP/1.1 \(expected) "))
            }
        }
    }

    @Test func `metrics have the content type of their format`() async throws {
        try await WebFixture.run(options: Self.guarded) { service in
            let answer = try await service.get("/metrics")
            #expect(answer.contains("text/plain; version=0.0.4; charset=utf-8"))
            #expect(answer.hasSuffix("\r\n\r\nsluice_runs_total 1\n"))
        }
    }

    @Test func `HEAD answers as GET without the content`() async throws {
        try await WebFixture.run { service in
            let answer = try await Connection.answer(
                to: "HEAD /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                port: service.page)
            #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("\r\n\r\n"))
        }
    }

    @Test(arguments: [("POST", "/", "405"), ("DELETE", "/metrics", "405"), ("GET", "/x", "404")])
    func `other methods and paths are refused`(_ method: String, _ path: String, _ status: String)
        async throws
    {
        try await WebFixture.run { service in
            let answer = try await Connection.answer(
                to: "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n", port: service.page)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
        }
    }

    @Test func `on this machine alone the page needs no token, and lets nothing else in`()
        async throws
    {
        try await WebFixture.run { service in
            let answer = try await service.get("/")
            #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains("<h1>Sluice</h1>"))
            for field in [
                "default-src 'none'", "frame-ancestors 'none'", "X-Content-Type-Options: nosniff",
                "Cache-Control: no-store",
            ] {
                #expect(answer.contains(field), "\(field)")
            }
            // Another site's name that leads here.
            let other = try await Connection.answer(
                to: "GET / HTTP/1.1\r\nHost: evil.example:80\r\n\r\n", port: service.page)
            #expect(other.hasPrefix("HTTP/1.1 403 ") && !other.contains("<h1>"))
        }
    }

    @Test func `elsewhere the page is off without a token, and says so`() async throws {
        let open = WebOptions(page: ListenAddress(host: "0.0.0.0", port: 0))
        try await WebFixture.run(options: open) { service in
            let answer = try await service.get("/")
            #expect(answer.hasPrefix("HTTP/1.1 404 ") && answer.contains("--ui-token"))
            let health = try await service.get("/healthz")
            #expect(health.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test(arguments: [
        "", "Authorization: Bearer wrong\r\n", "Authorization: Bearer \r\n",
        "Authorization: Basic Y29ycmVjdA==\r\n", "Cookie: sluice-session=\r\n",
        "Cookie: sluice-session=9999999999.00\r\n",
        "Cookie: sluice-session=correct horse battery staple\r\n",
    ])
    func `without the token nothing of the page is seen`(_ fields: String) async throws {
        try await WebFixture.run(limits: Self.quick, options: Self.guarded) { service in
            let answer = try await service.get("/", fields: fields)
            #expect(answer.hasPrefix("HTTP/1.1 401 ") && answer.contains("name=\"token\""))
            #expect(!answer.contains("Running for"))
            let isWrong = fields.contains("Bearer wrong")
            #expect(service.endpoints.lines.text.contains("wrong token") == isWrong)
        }
    }

    @Test func `the token opens the page as a bearer's`() async throws {
        try await WebFixture.run(options: Self.guarded) { service in
            let answer = try await service.get(
                "/", fields: "Authorization: Bearer \(Self.token)\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains("Running for"))
        }
    }

    @Test func `the form sets a cookie that opens the page and does not hold the token`()
        async throws
    {
        try await WebFixture.run(limits: Self.quick, options: Self.guarded) { service in
            let wrong = try await signIn("token=correct+horse", service)
            #expect(wrong.hasPrefix("HTTP/1.1 401 ") && !wrong.contains("Set-Cookie"))
            let answer = try await signIn("token=correct+horse%20battery+staple", service)
            #expect(answer.hasPrefix("HTTP/1.1 303 "))
            let cookie = try #require(
                answer.firstMatch(of: /Set-Cookie: (sluice-session=[^;]+); (.*)\r\n/))
            #expect(cookie.2.contains("HttpOnly; SameSite=Strict"))
            #expect(!answer.contains("horse"))
            let page = try await service.get("/", fields: "Cookie: a=b; \(cookie.1)\r\n")
            #expect(page.hasPrefix("HTTP/1.1 200 "))
            let forged = cookie.1.dropLast() + (cookie.1.hasSuffix("0") ? "1" : "0")
            let refused = try await service.get("/", fields: "Cookie: \(forged)\r\n")
            #expect(refused.hasPrefix("HTTP/1.1 401 "))
            #expect(!service.endpoints.lines.text.contains("horse"))
        }
    }

    private func signIn(_ form: String, _ service: WebFixture) async throws -> String {
        try await Connection.answer(
            to: "POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(form.utf8.count)"
                + "\r\n\r\n\(form)", port: service.page)
    }

    @Test(arguments: [
        ("127.0.0.1:9440", "127.0.0.1:9440"), ("[::1]:80", "[::1]:80"), (":9292", "0.0.0.0:9292"),
        ("localhost:0", "localhost:0"), ("9292", nil), ("::1:80", nil), ("a b:80", nil),
        ("host:70000", nil), ("host:", nil),
    ])
    func `listen addresses have a port`(_ text: String, _ expected: String?) {
        #expect(ListenAddress(text)?.description == expected)
    }
}
