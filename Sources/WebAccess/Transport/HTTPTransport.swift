/// Sends one request and returns its answer; follows nothing, decides nothing.
package protocol HTTPTransport: Sendable {
    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer
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
    package var isTemporary: Bool {
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
