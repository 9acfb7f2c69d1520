import JWTKit
import Synchronization
import Testing

@testable import Receivers

struct GoogleTokensTests {
    static let now = 1_800_000_000.0
    static let secrets = [
        "flux-system/hook/token": "tok", "flux-system/hook/email": "push@p.iam.example",
        "flux-system/hook/audience": "sluice",
    ]
    static let event = ImageEventsTests.pubSub(
        #"{"action": "INSERT", "tag": "ghcr.io/org/web:1.0"}"#)

    struct Claims: JWTPayload {
        var iss = "https://accounts.google.com"
        var aud = "sluice"
        var email = "push@p.iam.example"
        var emailVerified = true
        var exp = GoogleTokensTests.now + 3600
        var nbf = GoogleTokensTests.now

        enum CodingKeys: String, CodingKey {
            case iss, aud, email, exp, nbf
            case emailVerified = "email_verified"
        }

        func verify(using algorithm: some JWTAlgorithm) {}
    }

    let key = ES256PrivateKey()

    /// A key set as Google's address gives it.
    func keySet(id: String = "k1") -> [UInt8] {
        let point = key.parameters
        return Array(
            """
            {"keys": [{"kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": "\(id)",
             "x": "\(Self.url(point?.x ?? ""))", "y": "\(Self.url(point?.y ?? ""))"}, {"kty": "oct"}]}
            """.utf8)
    }

    static func url(_ text: String) -> String {
        text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    func token(_ claims: Claims = Claims(), id: String = "k1") async throws -> String {
        let keys = JWTKeyCollection()
        await keys.add(ecdsa: key, kid: JWKIdentifier(string: id))
        return try await keys.sign(claims, kid: JWKIdentifier(string: id))
    }

    func status(_ token: String, _ tokens: GoogleTokens, now: Double = now) async -> Int? {
        await Table(type: "gcr", secrets: Self.secrets).answer(
            [("authorization", "Bearer " + token)], Self.event, now: now, googleTokens: tokens
        )?.status
    }

    @Test func `A token of Google for this audience and account is authentic`() async throws {
        let set = keySet()
        let tokens = GoogleTokens { set }
        #expect(await status(try await token(), tokens) == 202)
        var claims = Claims()
        claims.iss = "accounts.google.com"
        claims.exp = Self.now - 59
        #expect(await status(try await token(claims), tokens) == 202)
        let changes: [(inout Claims) -> Void] = [
            { $0.iss = "https://accounts.google.com.evil.example" }, { $0.aud = "other" },
            { $0.email = "x@y.example" }, { $0.emailVerified = false },
            { $0.exp = Self.now - 61 }, { $0.nbf = Self.now + 61 },
        ]
        for change in changes {
            var claims = Claims()
            change(&claims)
            #expect(await status(try await token(claims), tokens) == 401)
        }
    }

    @Test func `A token that the key did not sign is forged`() async throws {
        let set = keySet()
        let tokens = GoogleTokens { set }
        let parts = try await token().split(separator: ".")
        let none = "eyJhbGciOiJub25lIiwia2lkIjoiazEifQ.\(parts[1])."
        let others = try await GoogleTokensTests().token()
        for token in [none, others, "", "a.b.c", "\(parts[0]).\(parts[1]).AAAA"] {
            #expect(await status(token, tokens) == 401)
        }
        #expect(await Table(type: "gcr", secrets: Self.secrets).answer()?.status == 401)
    }

    @Test func `Keys are fetched once, and again for an unknown id at most once a minute`()
        async throws
    {
        let fetches = Mutex(0)
        let set = keySet()
        let tokens = GoogleTokens {
            fetches.withLock { $0 += 1 }
            return set
        }
        let good = try await token()
        let unknown = try await token(id: "k2")
        for _ in 0..<3 { #expect(await status(good, tokens) == 202) }
        for _ in 0..<3 { #expect(await status(unknown, tokens) == 401) }
        #expect(fetches.withLock(\.self) == 1)
        #expect(await status(unknown, tokens, now: Self.now + 60) == 401)
        #expect(fetches.withLock(\.self) == 2)
    }

    @Test func `Without keys the sender is asked to come again`() async throws {
        #expect(await status(try await token(), GoogleTokens { nil }) == 503)
        #expect(await status(try await token(), GoogleTokens { [1, 2] }) == 503)
    }
}
