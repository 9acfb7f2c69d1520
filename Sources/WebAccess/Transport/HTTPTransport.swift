/// Sends one request and returns its answer; follows nothing, decides nothing.
package protocol HTTPTransport: Sendable {
    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer

    /// Sends a request and returns when its answer begins; the request's limit of bytes does not
    /// count, for nothing holds them.
    func open(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPDownload
}

extension HTTPTransport {
    /// Reads all of the body first: for transports in memory.
    package func open(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPDownload {
        let answer = try await send(request)
        let isError = !(200..<300).contains(answer.status)
        return HTTPDownload(
            answer: HTTPAnswer(
                status: answer.status, fields: answer.fields, body: isError ? answer.body : []),
            body: ByteStream(isError ? [] : answer.body))
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
