/// A request to a server: a registry, a token server, a store of blobs, a forge.
package struct HTTPRequest: Equatable, Sendable {
    package enum Method: Equatable, Sendable {
        case get
        case head
        case delete
        case post(HTTPBody)
        case put(HTTPBody)
        case patch(HTTPBody)

        /// As on the wire.
        package var name: String {
            switch self {
            case .get: "GET"
            case .head: "HEAD"
            case .delete: "DELETE"
            case .post: "POST"
            case .put: "PUT"
            case .patch: "PATCH"
            }
        }

        /// Nil for methods that have none.
        package var body: HTTPBody? {
            switch self {
            case .get, .head, .delete: nil
            case .post(let body), .put(let body), .patch(let body): body
            }
        }
    }

    package var method = Method.get
    package var address: WebAddress
    package var authorization: Authorization?
    /// Media types.
    package var accepted: [String] = []
    /// Further fields, none of them secret.
    package var fields: [HTTPField] = []
    /// Further fields that are secret, as the session token beside a signature.
    package var secretFields: [Authorization] = []
    /// In bytes; an answer with a longer body is a failure.
    package var bodyLimit: Int
    /// Whether the body of an error is wanted, the first 64 KiB of it; else it is dropped.
    package var keepsErrors = false

    package init(
        method: Method = .get, address: WebAddress, authorization: Authorization? = nil,
        accepted: [String] = [], fields: [HTTPField] = [], bodyLimit: Int, keepsErrors: Bool = false
    ) {
        self.method = method
        self.address = address
        self.authorization = authorization
        self.accepted = accepted
        self.fields = fields
        self.bodyLimit = bodyLimit
        self.keepsErrors = keepsErrors
    }

    /// Whether it only reads.
    package var isReading: Bool { method == .get || method == .head }

    /// The request that follows a redirect: to the new address, with no secret.
    package func redirected(to target: WebAddress) -> HTTPRequest {
        HTTPRequest(
            method: method == .head ? .head : .get, address: target, accepted: accepted,
            fields: target.hasSameOrigin(as: address) ? fields : [], bodyLimit: bodyLimit,
            keepsErrors: keepsErrors)
    }
}

/// The content that a request sends.
package enum HTTPBody: Equatable, Sendable {
    case none
    /// Names and values as `FormEncoding` writes them; they may contain a secret.
    case form(Secret)
    case bytes([UInt8], type: String)
    /// A stream can be read once: such a request is not sent again.
    case stream(ByteStream, length: Int, type: String)
}
