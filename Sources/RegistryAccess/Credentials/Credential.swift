/// A secret text, which no message, log or dump shows.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// For the wire only.
    package let revealed: String

    package init(_ text: String) {
        revealed = text
    }

    package var description: String { "(secret)" }

    package var debugDescription: String { description }

    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A proof of identity for a registry.
package enum Credential: Hashable, Sendable {
    case password(user: Secret, password: Secret)
    /// A refresh token: the registry's token server gives an access token for it.
    case identityToken(Secret)
    /// An access token, used as it is.
    case accessToken(Secret)
}

/// The value of a request's `Authorization` field.
package struct Authorization: Hashable, Sendable {
    package let value: Secret

    static func basic(user: Secret, password: Secret) -> Authorization {
        let text = Base64.text(Array("\(user.revealed):\(password.revealed)".utf8))
        return Authorization(value: Secret("Basic \(text)"))
    }

    static func bearer(_ token: Secret) -> Authorization {
        Authorization(value: Secret("Bearer \(token.revealed)"))
    }

    /// Whether the value fits into a header field: a token server must not be able to add fields.
    var isSendable: Bool {
        value.revealed.utf8.allSatisfy { 0x20...0x7E ~= $0 }
    }
}
