package import WebAccess

/// Why a registry refuses to be read, by anyone or by this user.
package enum AccessProblem: Equatable, Sendable {
    case unsupportedChallenge(schemes: [String])
    /// No token server is named, or one at no address.
    case malformedChallenge
    case realmNotEncrypted(WebAddress)
    case credentialsMissing(host: String)
    case credentialsRefused(host: String)
    /// Characters that no header field can contain.
    case credentialsNotSendable(host: String)
    /// The registry is reached over plain HTTP, and the user has not allowed that.
    case credentialsWithheld(host: String)
    /// Asked for after a redirect, where none are sent.
    case askedAfterRedirect(host: String)
    case tokenRefused(server: String, anonymous: Bool)
    case denied
}

extension AccessProblem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unsupportedChallenge(let schemes):
            schemes.isEmpty
                ? "the registry asks for credentials without saying how"
                : "the registry asks for credentials in a way that is not supported: "
                    + schemes.prefix(5).map { "`\($0.shown)`" }.joined(separator: ", ")
        case .malformedChallenge: "the registry names no token server that can be asked"
        case .realmNotEncrypted(let realm):
            "the registry names the token server `\(realm)`, which is not encrypted; "
                + "nothing was sent there"
        case .credentialsMissing(let host):
            "`\(host)` does not show this image without credentials; if it exists, run "
                + "`docker login \(host)`"
        case .credentialsRefused(let host):
            "`\(host)` refused the credentials (401); check them, and what they may do with this "
                + "image"
        case .credentialsNotSendable(let host):
            "the credentials or the token for `\(host)` hold characters that cannot be sent"
        case .credentialsWithheld(let host):
            "`\(host)` asks for credentials over plain HTTP, and none were sent; "
                + "give it TLS, or allow it as an insecure registry"
        case .askedAfterRedirect(let host):
            "`\(host)` asks for credentials after a redirect, where none are sent"
        case .tokenRefused(let server, let anonymous):
            anonymous
                ? "`\(server)` gives no token without credentials; the image is private or absent"
                : "`\(server)` refused the credentials; log in again"
        case .denied: "the registry denies access (403); log in as somebody who may read this image"
        }
    }
}
