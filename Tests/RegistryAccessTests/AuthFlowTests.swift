import Testing

@testable import RegistryAccess
@testable import WebAccess

struct AuthFlowTests {
    private static let password = Credential.password(user: Secret("u"), password: Secret("p"))
    private static let bearer = "Bearer realm=\"https://auth.example/token\",service=\"s\""

    private func flow(
        _ host: String = "ghcr.io", _ scheme: WebAddress.Scheme = .https,
        trust: PlainHTTPTrust = PlainHTTPTrust(), declaredInsecure: Bool = false
    ) throws -> AuthFlow {
        let host = try #require(WebHost(host))
        let level = trust.level(of: host, declaredInsecure: declaredInsecure)
        let endpoint = Endpoint(host: host, scheme: scheme, trust: level)
        return AuthFlow(endpoint: endpoint, scope: "repository:a/b:pull", trust: trust)
    }

    private func refusal(_ challenge: String) -> HTTPAnswer {
        HTTPAnswer(status: 401, fields: [.init("WWW-Authenticate", challenge)])
    }

    @Test func `an open registry gets no credential`() throws {
        var flow = try flow()
        #expect(flow.start(known: nil) == .send(nil))
        #expect(flow.receive(HTTPAnswer(status: 200)) == .finish)
    }

    @Test func `a password goes to the registry that asks for it`() throws {
        var flow = try flow()
        _ = flow.start(known: nil)
        #expect(flow.receive(refusal("Basic realm=x")) == .findCredential)
        let authorization = Authorization.basic(user: Secret("u"), password: Secret("p"))
        #expect(flow.receive(credential: Self.password) == .send(authorization))
        #expect(authorization.value.revealed == "Basic dTpw")
        #expect(flow.receive(HTTPAnswer(status: 404)) == .finish)
    }

    @Test func `a token is fetched once and used`() throws {
        var flow = try flow()
        _ = flow.start(known: nil)
        #expect(flow.receive(refusal("Basic realm=x, " + Self.bearer)) == .findCredential)
        let request = TokenRequest(
            realm: try #require(WebAddress("https://auth.example/token")), service: "s",
            scope: "repository:a/b:pull", credential: Self.password)
        #expect(flow.receive(credential: Self.password) == .fetchToken(request))
        #expect(flow.receive(token: Secret("t")) == .send(.bearer(Secret("t"))))
        #expect(
            flow.receive(refusal(Self.bearer))
                == .fail(.access(.credentialsRefused(host: "ghcr.io"))))
    }

    @Test func `a refused anonymous token means that credentials are missing`() throws {
        var flow = try flow()
        _ = flow.start(known: nil)
        _ = flow.receive(refusal(Self.bearer))
        _ = flow.receive(credential: nil)
        _ = flow.receive(token: Secret("t"))
        #expect(
            flow.receive(refusal(Self.bearer))
                == .fail(.access(.credentialsMissing(host: "ghcr.io"))))
    }

    @Test func `an outdated token is replaced once`() throws {
        var flow = try flow()
        #expect(flow.start(known: .bearer(Secret("old"))) == .send(.bearer(Secret("old"))))
        #expect(flow.receive(refusal(Self.bearer)) == .findCredential)
        _ = flow.receive(credential: nil)
        #expect(flow.receive(token: Secret("new")) == .send(.bearer(Secret("new"))))
    }

    @Test func `an access token of the user is sent unchanged`() throws {
        var flow = try flow()
        _ = flow.start(known: nil)
        _ = flow.receive(refusal(Self.bearer))
        let action = flow.receive(credential: .accessToken(Secret("given")))
        #expect(action == .send(.bearer(Secret("given"))))
    }

    @Test func `a token that would add a field is not sent`() throws {
        var flow = try flow()
        _ = flow.start(known: nil)
        _ = flow.receive(refusal(Self.bearer))
        _ = flow.receive(credential: nil)
        #expect(
            flow.receive(token: Secret("t\r\nX: y"))
                == .fail(.access(.credentialsNotSendable(host: "ghcr.io"))))
    }

    @Test(arguments: [
        ("", AccessProblem.unsupportedChallenge(schemes: [])),
        ("Negotiate", .unsupportedChallenge(schemes: ["negotiate"])),
    ])
    func `unknown schemes are named`(challenge: String, problem: AccessProblem) throws {
        var flow = try flow()
        _ = flow.start(known: nil)
        #expect(flow.receive(refusal(challenge)) == .fail(.access(problem)))
    }

    @Test(arguments: ["Bearer", "Bearer realm=\"/token\"", "Bearer realm=\"https://u:p@auth/\""])
    func `a realm without an address is refused`(challenge: String) throws {
        var flow = try flow()
        _ = flow.start(known: nil)
        _ = flow.receive(refusal(challenge))
        #expect(flow.receive(credential: nil) == .fail(.access(.malformedChallenge)))
    }

    /// The registry's host and scheme, its realm, and whether a token may be fetched there.
    @Test(arguments: [
        ("ghcr.io", WebAddress.Scheme.https, "http://auth.example/token", false),
        ("ghcr.io", .https, "http://localhost/token", false),
        ("localhost:5000", .https, "http://localhost/token", false),
        ("localhost:5000", .http, "http://localhost/token", true),
        ("localhost:5000", .http, "http://auth.example/token", false),
        ("localhost:5000", .http, "http://registry.lan/token", true),
        ("registry.lan", .http, "http://registry.lan/token", true),
        ("registry.lan", .http, "https://auth.example/token", true),
    ])
    func `a realm over plain HTTP needs a registry over plain HTTP that the user allows`(
        host: String, scheme: WebAddress.Scheme, realm: String, isAllowed: Bool
    ) throws {
        let trust = PlainHTTPTrust(insecureHosts: [try #require(WebHost("registry.lan"))])
        var flow = try flow(host, scheme, trust: trust)
        _ = flow.start(known: nil)
        _ = flow.receive(refusal("Bearer realm=\"\(realm)\""))
        let action = flow.receive(credential: Self.password)
        if case .fetchToken = action {
            #expect(isAllowed)
        } else {
            let address = try #require(WebAddress(realm))
            #expect(!isAllowed && action == .fail(.access(.realmNotEncrypted(address))))
        }
    }

    @Test func `a registry that a manifest declares insecure gets no credential`() throws {
        var flow = try flow("registry.lan", .http, declaredInsecure: true)
        _ = flow.start(known: nil)
        #expect(
            flow.receive(refusal("Basic realm=x"))
                == .fail(.access(.credentialsWithheld(host: "registry.lan"))))
        // The token server that it names gets none either.
        flow = try self.flow("registry.lan", .http, declaredInsecure: true)
        _ = flow.start(known: nil)
        guard case .fetchToken(let request) = flow.receive(refusal(Self.bearer)) else {
            Issue.record("no token was asked for")
            return
        }
        #expect(request.credential == nil)
    }
}
