package import WebAccess

/// A proof of identity for a registry.
package enum Credential: Hashable, Sendable {
    case password(user: Secret, password: Secret)
    /// A refresh token: the registry's token server gives an access token for it.
    case identityToken(Secret)
    /// An access token, used as it is.
    case accessToken(Secret)
}
