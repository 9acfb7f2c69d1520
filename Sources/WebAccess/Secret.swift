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

/// The header field by which a request proves who sends it.
package struct Authorization: Hashable, Sendable {
    /// `Authorization` itself, or a field that a service has instead, as `PRIVATE-TOKEN`.
    package let field: String
    package let value: Secret

    package init(field: String = "Authorization", value: Secret) {
        self.field = field
        self.value = value
    }

    package static func basic(user: Secret, password: Secret) -> Authorization {
        let text = Base64.text(Array("\(user.revealed):\(password.revealed)".utf8))
        return Authorization(value: Secret("Basic \(text)"))
    }

    package static func bearer(_ token: Secret) -> Authorization {
        Authorization(value: Secret("Bearer \(token.revealed)"))
    }

    /// Whether the value fits into a header field: nobody must be able to add fields by it.
    package var isSendable: Bool {
        value.revealed.utf8.allSatisfy { 0x20...0x7E ~= $0 }
    }
}
