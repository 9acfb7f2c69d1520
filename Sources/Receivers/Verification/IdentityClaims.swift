import JWTKit

/// The claims of an identity token, as far as they are checked.
struct IdentityClaims: JWTPayload {
    let issuer: String
    let audience: String
    /// In seconds since 1970.
    let expiry: Double
    /// In seconds since 1970.
    let start: Double?
    let email: String
    let emailIsVerified: Bool

    private enum CodingKeys: String, CodingKey {
        case issuer = "iss"
        case audience = "aud"
        case expiry = "exp"
        case start = "nbf"
        case email
        case emailIsVerified = "email_verified"
    }

    /// The signature is all that the library checks: time and issuer are the caller's matter.
    func verify(using algorithm: some JWTAlgorithm) {}
}
