/// Sends one request and returns its answer; follows nothing, decides nothing.
package protocol HTTPTransport: Sendable {
    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer
}

/// A request to a registry, a token server or a store of blobs.
package struct HTTPRequest: Equatable, Sendable {
    package enum Method: Equatable, Sendable {
        case get
        case head
        /// Sends a form; it may contain a secret.
        case post(form: Secret)
    }

    package var method = Method.get
    package var address: WebAddress
    package var authorization: Authorization?
    /// Media types.
    package var accepted: [String] = []
    /// In bytes; an answer with a longer body is a failure, except that the bodies of errors are
    /// dropped.
    package var bodyLimit: Int

    /// The request that follows a redirect: to the new address, with no secret.
    func redirected(to target: WebAddress) -> HTTPRequest {
        HTTPRequest(
            method: method == .head ? .head : .get, address: target, accepted: accepted,
            bodyLimit: bodyLimit)
    }
}

package struct HTTPAnswer: Equatable, Sendable {
    package struct Field: Equatable, Sendable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package let status: Int
    package let fields: [Field]
    package let body: [UInt8]

    package init(status: Int, fields: [Field] = [], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// In the order of the answer; names compare without case.
    func values(of name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name }.map(\.value)
    }
}

/// Why no whole answer came.
package enum TransportFailure: Error, Hashable, Sendable {
    case cancelled
    case timedOut(limitSeconds: Int)
    case bodyTooLong(limit: Int)
    /// The server's certificate is expired, for another name or of an unknown authority.
    case untrustedCertificate
    /// No TLS for another reason; servers of plain HTTP end here too.
    case noEncryption
    case noConnection(ConnectionProblem)
    /// Lost before the answer's end.
    case connectionLost
    /// The answer is not HTTP.
    case malformed
    case proxy

    /// Whether another attempt may succeed.
    var isTemporary: Bool {
        switch self {
        case .noConnection, .connectionLost: true
        case .cancelled, .timedOut, .bodyTooLong, .untrustedCertificate, .noEncryption, .malformed,
            .proxy:
            false
        }
    }
}

/// Why a connection was not made.
package enum ConnectionProblem: Hashable, Sendable {
    case unknownName
    case refused
    case unreachable
    case noAnswer
    case other(code: Int32)
}
