import SourceText
import WebAccess

/// A key that signs requests to AWS.
struct AWSKey: Equatable, Sendable {
    let id: String
    let secret: Secret
    let session: Secret?

    /// Nil if a part is empty, or cannot be in a header field.
    init?(id: String, secret: String, session: String?) {
        guard !id.isEmpty, id.utf8.count <= 256,
            id.utf8.allSatisfy({ $0.isDigit || $0.isLetter || $0 == UInt8(ascii: "_") }),
            !secret.isEmpty, session?.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) ?? true
        else { return nil }
        self.id = id
        self.secret = Secret(secret)
        self.session = session.flatMap { $0.isEmpty ? nil : Secret($0) }
    }
}
