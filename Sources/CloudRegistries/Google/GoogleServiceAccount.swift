internal import JWTKit
import WebAccess

/// A service account's key, which signs a request for a token.
///
/// Source: Google, "Using OAuth 2.0 for server to server applications".
struct GoogleServiceAccount: Sendable {
    private let email: String
    private let key: Secret
    private let keyID: String?
    private let tokenAddress: String

    private static let service = "Google's token server"

    init?(_ file: GoogleCredentials) {
        guard let email = file.client_email, let key = file.private_key else { return nil }
        self.email = email
        self.key = Secret(key)
        keyID = file.private_key_id
        tokenAddress = file.token_uri ?? "https://oauth2.googleapis.com/token"
    }

    func token(_ context: CloudContext) async throws(CloudError) -> CloudToken {
        let address = try context.googleAddress(
            tokenAddress, setting: "`token_uri` of the service account's key")
        let assertion = try await assertion(now: context.now)
        let form = FormEncoding.text([
            ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"),
            ("assertion", assertion.revealed),
        ])
        let answer = try await context.answer(
            to: HTTPRequest(
                method: .post(.form(Secret(form))), address: address,
                bodyLimit: CloudContext.answerLimit),
            of: Self.service, need: "the service account exists and its key is not revoked")
        return try context.accessToken(in: answer, of: Self.service)
    }

    private func assertion(now: Int) async throws(CloudError) -> Secret {
        let claims = Claims(
            iss: email, scope: GoogleIdentity.scopes.joined(separator: " "), aud: tokenAddress,
            iat: now, exp: now + 3600)
        do {
            let keys = JWTKeyCollection()
            let key = try Insecure.RSA.PrivateKey(pem: key.revealed)
            await keys.add(rsa: key, digestAlgorithm: .sha256)
            let header: JWTHeader = keyID.map { ["kid": .string($0)] } ?? [:]
            return Secret(try await keys.sign(claims, header: header))
        } catch {
            throw .malformedSetting("`private_key` of the service account")
        }
    }

    private struct Claims: JWTPayload {
        let iss: String
        let scope: String
        let aud: String
        let iat: Int
        let exp: Int

        /// Nothing is verified here: the payload is only signed.
        func verify(using algorithm: some JWTAlgorithm) {}
    }
}

/// A user's login with gcloud, which a refresh token renews.
struct GoogleUser: Sendable {
    private let fields: [(String, Secret)]

    private static let service = "Google's token server"

    init?(_ file: GoogleCredentials) {
        guard let id = file.client_id, let secret = file.client_secret,
            let token = file.refresh_token
        else { return nil }
        fields = [
            ("client_id", Secret(id)), ("client_secret", Secret(secret)),
            ("refresh_token", Secret(token)),
        ]
    }

    func token(_ context: CloudContext) async throws(CloudError) -> CloudToken {
        let address = try context.googleAddress(
            "https://oauth2.googleapis.com/token", setting: "Google's token server")
        let form = FormEncoding.text(
            [("grant_type", "refresh_token")] + fields.map { ($0.0, $0.1.revealed) })
        let answer = try await context.answer(
            to: HTTPRequest(
                method: .post(.form(Secret(form))), address: address,
                bodyLimit: CloudContext.answerLimit),
            of: Self.service, need: "the login is valid: `gcloud auth application-default login`")
        return try context.accessToken(in: answer, of: Self.service)
    }
}
