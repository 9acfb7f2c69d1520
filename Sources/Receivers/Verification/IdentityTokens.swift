import JWTKit
import SourceText
package import WebAccess

/// Verifies Google's identity tokens (RFC 7519), as Pub/Sub sends them, with keys that it fetches
/// (RFC 7517).
///
/// Keys are kept by their ids. They are fetched again when they are old and when a token names an
/// unknown one, but not more often than once a minute, whatever is sent.
package actor IdentityTokens {
    /// In seconds.
    static let pauseBetweenFetches = 60
    /// In seconds.
    static let keyLifetime = 3_600
    /// Keys are of use this long if no others can be fetched; in seconds.
    static let longestKeyLifetime = 86_400
    /// In seconds.
    static let leeway = 60
    static let issuers: Set<String> = ["https://accounts.google.com", "accounts.google.com"]
    /// In bytes.
    static let tokenLimit = 16 << 10

    /// Where Google publishes its keys.
    package static let googleKeys = WebAddress(
        scheme: .https, host: WebHost(name: "www.googleapis.com"), path: "/oauth2/v3/certs")

    private let client: WebClient
    private let address: WebAddress
    private var keys: [String: JWK] = [:]
    private var fetchTime: Int?
    private var lastAttempt: Int?
    private var fetch: Task<[String: JWK]?, Never>?

    package init(client: WebClient, keys address: WebAddress = googleKeys) {
        self.client = client
        self.address = address
    }

    /// The claims of a token that its issuer signed and that is valid now; who it is for and from
    /// is left to the caller.
    func claims(of token: String) async throws(CallProblem) -> IdentityClaims {
        guard token.utf8.count <= Self.tokenLimit,
            let header = try? DefaultJWTParser().parse(Array(token.utf8), as: IdentityClaims.self)
                .header,
            let id = header.kid, let algorithm = header.alg
        else { throw .malformedField("authorization") }
        // Whatever the key could also be used for.
        guard algorithm == "RS256" || algorithm == "ES256" else { throw .wrongSignature }
        let claims = try await verified(token, with: key(named: id))
        let now = client.options.timing.secondsSince1970()
        guard Self.issuers.contains(claims.issuer) else { throw .wrongClaim("iss") }
        guard claims.expiry > Double(now - Self.leeway) else { throw .wrongClaim("exp") }
        guard claims.start ?? 0 < Double(now + Self.leeway) else { throw .wrongClaim("nbf") }
        guard claims.emailIsVerified else { throw .wrongClaim("email_verified") }
        return claims
    }

    private func verified(
        _ token: String, with key: JWK
    ) async throws(CallProblem) -> IdentityClaims {
        do {
            return try await JWTKeyCollection().add(jwk: key).verify(token)
        } catch {
            throw .wrongSignature
        }
    }

    // MARK: Keys

    private func key(named id: String) async throws(CallProblem) -> JWK {
        let now = client.options.timing.secondsSince1970()
        let age = fetchTime.map { now - $0 }
        let isFresh = age.map { $0 < Self.keyLifetime } ?? false
        if isFresh, let key = keys[id] { return key }
        await refresh(at: now)
        let isUsable = fetchTime.map { now - $0 < Self.longestKeyLifetime } ?? false
        guard isUsable else { throw .keysUnavailable }
        guard let key = keys[id] else { throw .unknownKey }
        return key
    }

    /// Fetches the keys, unless that was tried a moment ago; keeps the former ones if it fails.
    private func refresh(at now: Int) async {
        if fetch == nil {
            if let lastAttempt, now - lastAttempt < Self.pauseBetweenFetches { return }
            lastAttempt = now
            fetch = Task { await fetchedKeys() }
        }
        guard let task = fetch else { return }
        let fetched = await task.value
        // Whoever waited too may have been first.
        guard fetch == task else { return }
        fetch = nil
        if let fetched { (keys, fetchTime) = (fetched, now) }
    }

    private func fetchedKeys() async -> [String: JWK]? {
        let request = HTTPRequest(
            address: address, accepted: ["application/json"], bodyLimit: 256 << 10)
        guard let answer = try? await client.answer(to: request), answer.status == 200,
            let set = JSON.value(JWKS.self, from: answer.body)
        else { return nil }
        var keys: [String: JWK] = [:]
        for key in set.keys {
            guard let id = key.keyIdentifier?.string else { continue }
            keys[id] = key
        }
        return keys.isEmpty ? nil : keys
    }
}
