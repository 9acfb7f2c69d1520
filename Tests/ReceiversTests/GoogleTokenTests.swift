import JWTKit
import Receivers
import Synchronization
import Testing
import WebAccess

/// Google's identity tokens, signed with keys of the test.
@Suite struct GoogleTokenTests {
    /// The claims of a token that is valid at the second 1,000,000.
    struct Claims: JWTPayload {
        var iss: String? = "https://accounts.google.com"
        var aud: String? = "https://hooks.example.com"
        var exp: Double? = 1_000_600
        var nbf: Double?
        var email: String? = "push@project.iam.gserviceaccount.com"
        var isVerified: Bool? = true

        private enum CodingKeys: String, CodingKey {
            case iss
            case aud
            case exp
            case nbf
            case email
            case isVerified = "email_verified"
        }

        func verify(using algorithm: some JWTAlgorithm) {}
    }

    /// A key of an issuer, and how the issuer publishes it.
    struct Key {
        let id: String
        let signing = ES256PrivateKey()

        func token(_ claims: Claims) async throws -> String {
            let keys = JWTKeyCollection()
            await keys.add(ecdsa: signing, kid: JWKIdentifier(string: id))
            return try await keys.sign(claims, kid: JWKIdentifier(string: id))
        }

        var published: String {
            get throws {
                let point = try #require(signing.parameters)
                return """
                    {"kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": "\(id)",
                     "x": "\(point.x)", "y": "\(point.y)"}
                    """
            }
        }
    }

    private static func server(_ keys: Key...) throws -> KeyServer {
        let body = try #"{"keys": ["# + keys.map { try $0.published }.joined(separator: ",") + "]}"
        return KeyServer { .success(HTTPAnswer(status: 200, body: Array(body.utf8))) }
    }

    private static func push(_ token: String) -> ReceiverCall {
        // {"action":"INSERT","tag":"europe-docker.pkg.dev/p/r/web:1.0.0"}
        let data =
            "eyJhY3Rpb24iOiJJTlNFUlQiLCJ0YWciOiJldXJvcGUtZG9ja2VyLnBrZy5kZXYvcC9yL3dlYjoxLjAuMCJ9"
        return call(
            ["authorization": "Bearer \(token)"],
            body: #"{"message": {"data": "\#(data)", "messageId": "17"}}"#)
    }

    private let receiver = table(
        manifest(type: "gcr"),
        imageRepository("web", image: "europe-docker.pkg.dev/p/r/web"),
        imageRepository("api", image: "europe-docker.pkg.dev/p/r/api"))

    @Test func `a push with a valid token names its image`() async throws {
        let key = Key(id: "one")
        let outcome = await receiver.outcome(
            of: Self.push(try await key.token(Claims())), at: try newDesk(Self.server(key)))
        #expect(outcome.status == 200, "\(outcome.problem as Any)")
        #expect(outcome.images == ["flux-system/web"])
        #expect(outcome.deliveryID == "17")
    }

    @Test(arguments: [
        Claims(iss: "accounts.google.com"), Claims(exp: 999_950), Claims(nbf: 1_000_050),
    ])
    func `both names of the issuer and clocks that differ a little are fine`(
        _ claims: Claims
    ) async throws {
        let key = Key(id: "one")
        let outcome = await receiver.outcome(
            of: Self.push(try await key.token(claims)), at: try newDesk(Self.server(key)))
        #expect(outcome.status == 200, "\(outcome.problem as Any)")
    }

    @Test(arguments: [
        Claims(iss: "https://evil.example.com"), Claims(iss: nil), Claims(aud: "other"),
        Claims(aud: nil), Claims(exp: 999_900), Claims(exp: nil), Claims(nbf: 1_000_100),
        Claims(email: "other@project.iam.gserviceaccount.com"), Claims(email: nil),
        Claims(isVerified: false), Claims(isVerified: nil),
    ])
    func `each claim that is not as expected is refused`(_ claims: Claims) async throws {
        let key = Key(id: "one")
        let outcome = await receiver.outcome(
            of: Self.push(try await key.token(claims)), at: try newDesk(Self.server(key)))
        #expect(outcome.status == 403)
        #expect(outcome.acceptances.isEmpty)
    }

    @Test func `a token of another key with the same id is refused`() async throws {
        let token = try await Key(id: "one").token(Claims())
        let desk = try newDesk(Self.server(Key(id: "one")))
        #expect(await receiver.outcome(of: Self.push(token), at: desk).problem == .wrongSignature)
        let other = try newDesk(Self.server(Key(id: "two")))
        #expect(await receiver.outcome(of: Self.push(token), at: other).problem == .unknownKey)
    }

    @Test func `a token without signature, and one that is changed, are refused`() async throws {
        let key = Key(id: "one")
        let desk = try newDesk(Self.server(key))
        let token = try await key.token(Claims())
        let parts = token.split(separator: ".").map(String.init)
        let none = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIiwia2lkIjoib25lIn0"
        let symmetric = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Im9uZSJ9"
        for forged in [
            "\(none).\(parts[1]).", "\(none).\(parts[1]).\(parts[2])",
            "\(symmetric).\(parts[1]).\(parts[2])", "\(parts[0]).\(parts[1]).",
            "\(parts[0]).\(parts[1])", "..", "", token + ".x", String(token.dropLast(2)) + "AA",
        ] {
            let outcome = await receiver.outcome(of: Self.push(forged), at: desk)
            #expect(outcome.status == 403, "\(forged)")
        }
        #expect(await receiver.outcome(of: Self.push(token), at: desk).status == 200)
    }

    // MARK: Keys

    @Test func `keys are fetched once, and again for an unknown one after a minute`() async throws {
        let (first, second) = (Key(id: "one"), Key(id: "two"))
        let count = Mutex(0)
        let clock = Mutex(1_000_000)
        let bodies = try ["[\(first.published)]", "[\(first.published), \(second.published)]"]
        let server = KeyServer {
            let number = count.withLock { count in
                count += 1
                return count
            }
            let body = #"{"keys": "# + bodies[min(number, 2) - 1] + "}"
            return .success(HTTPAnswer(status: 200, body: Array(body.utf8)))
        }
        let desk = try newDesk(server, now: { clock.withLock(\.self) })
        let tokens = [try await first.token(Claims()), try await second.token(Claims())]
        func statuses() async -> [Int] {
            var statuses: [Int] = []
            for token in tokens {
                statuses.append(await receiver.outcome(of: Self.push(token), at: desk).status)
            }
            return statuses
        }
        #expect(await statuses() == [200, 403])
        #expect(await statuses() == [200, 403])
        #expect(count.withLock(\.self) == 1)
        clock.withLock { $0 += 61 }
        #expect(await statuses() == [200, 200])
        #expect(count.withLock(\.self) == 2)
    }

    @Test func `without keys the sender is to try again, and old keys do meanwhile`() async throws {
        let key = Key(id: "one")
        let token = try await key.token(Claims(exp: 2_000_000))
        #expect(await receiver.outcome(of: Self.push(token), at: try newDesk()).status == 503)

        let isUp = Mutex(true)
        let clock = Mutex(1_000_000)
        let body = #"{"keys": ["# + (try key.published) + "]}"
        let server = KeyServer {
            isUp.withLock(\.self)
                ? .success(HTTPAnswer(status: 200, body: Array(body.utf8)))
                : .success(HTTPAnswer(status: 500))
        }
        let desk = try newDesk(server, now: { clock.withLock(\.self) })
        #expect(await receiver.outcome(of: Self.push(token), at: desk).status == 200)
        isUp.withLock { $0 = false }
        clock.withLock { $0 += 7_200 }
        #expect(await receiver.outcome(of: Self.push(token), at: desk).status == 200)
        clock.withLock { $0 += 86_400 }
        #expect(await receiver.outcome(of: Self.push(token), at: desk).status == 503)
    }
}
