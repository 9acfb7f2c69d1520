import JWTKit
import WebAccess

/// Verifies Google's ID tokens of Pub/Sub calls.
///
/// Keys are kept by their ids and fetched again for an unknown id or after an hour, at most once a
/// minute, whoever asks.
package actor GoogleTokens {
    /// Google's keys, as a JSON Web Key Set.
    package static let keysAddress = "https://www.googleapis.com/oauth2/v3/certs"

    private typealias Keys = (collection: JWTKeyCollection, ids: Set<String>)

    enum Verdict { case authentic, forged, keysUnavailable }

    private static let leewaySeconds = 60.0
    private static let floorSeconds = 60.0
    private static let ageLimitSeconds = 3600.0

    private let fetch: @Sendable () async -> [UInt8]?
    private var keys = JWTKeyCollection()
    private var ids: Set<String> = []
    private var askedAt = -Double.infinity
    private var fetchedAt = -Double.infinity
    private var pending: Task<Keys?, Never>?

    /// - Parameter fetch: Reads `keysAddress`, within limits; nil if that fails.
    package init(fetch: @escaping @Sendable () async -> [UInt8]?) { self.fetch = fetch }

    func verdict(
        on token: String, email: String, audience: String, now seconds: Double
    ) async -> Verdict {
        guard token.utf8.count <= 16_384, let head = TokenHead(token) else { return .forged }
        await refresh(for: head.kid, now: seconds)
        guard ids.contains(head.kid) else {
            return fetchedAt < askedAt ? .keysUnavailable : .forged
        }
        guard let claims = try? await keys.verify(token, as: GoogleClaims.self) else {
            return .forged
        }
        let isTimely =
            claims.exp + Self.leewaySeconds > seconds
            && (claims.nbf ?? seconds) - Self.leewaySeconds <= seconds
        let isMeant =
            ["accounts.google.com", "https://accounts.google.com"].contains(claims.iss)
            && claims.aud.value.contains(audience) && claims.email == email
            && claims.emailVerified
        return isTimely && isMeant ? .authentic : .forged
    }

    private func refresh(for id: String, now seconds: Double) async {
        let isStale = seconds - fetchedAt > Self.ageLimitSeconds
        if pending == nil {
            guard isStale || !ids.contains(id), seconds - askedAt >= Self.floorSeconds else {
                return
            }
            askedAt = seconds
            let fetch = fetch
            pending = Task { await Self.keys(await fetch()) }
        }
        guard let task = pending else { return }
        let fresh = await task.value
        // The first of those who wait takes the keys; nothing else runs in between.
        guard pending == task else { return }
        pending = nil
        if let fresh { (keys, ids, fetchedAt) = (fresh.collection, fresh.ids, askedAt) }
    }

    private static func keys(_ bytes: [UInt8]?) async -> Keys? {
        guard let bytes, let set = JSON.value(KeySet.self, from: bytes) else { return nil }
        let fresh = JWTKeyCollection()
        var freshIDs: Set<String> = []
        for key in set.keys.compactMap(\.known) {
            // A key that does not load verifies nothing, and spoils no other.
            guard let id = key.keyIdentifier?.string, (try? await fresh.add(jwk: key)) != nil else {
                continue
            }
            freshIDs.insert(id)
        }
        return (fresh, freshIDs)
    }
}

/// A JSON Web Key Set, whose keys of unknown kinds are left out.
private struct KeySet: Decodable {
    struct Key: Decodable {
        let known: JWK?

        init(from decoder: any Decoder) { known = try? JWK(from: decoder) }
    }

    let keys: [Key]
}

/// The first part of a token, which nothing vouches for yet: only its algorithm and key count.
private struct TokenHead: Decodable {
    let alg: String
    let kid: String

    init?(_ token: String) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        var text = parts[0].replacing("-", with: "+").replacing("_", with: "/")
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let json = Base64.decodedText(String(text)),
            let head = JSON.value(TokenHead.self, from: Array(json.utf8)),
            ["RS256", "ES256"].contains(head.alg)
        else { return nil }
        self = head
    }
}

private struct GoogleClaims: JWTPayload {
    let iss: String
    let aud: AudienceClaim
    let email: String
    let emailVerified: Bool
    let exp: Double
    let nbf: Double?

    private enum CodingKeys: String, CodingKey {
        case iss, aud, email, exp, nbf
        case emailVerified = "email_verified"
    }

    /// Claims are compared where the time is known.
    func verify(using algorithm: some JWTAlgorithm) {}
}
