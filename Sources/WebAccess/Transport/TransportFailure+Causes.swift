internal import AsyncHTTPClient
import CLibrary
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL

extension TransportFailure {
    /// Translates an error of the libraries below.
    init(_ error: any Error, bodyLimit: Int, idleLimit: Duration) {
        self =
            switch error {
            case is CancellationError: .cancelled
            case is NIOTooManyBytesError: .bodyTooLong(limit: bodyLimit)
            case let error as HTTPClientError where error == .readTimeout || error == .writeTimeout:
                .timedOut(limitSeconds: Int(idleLimit.components.seconds))
            case let error as HTTPClientError: Self(error)
            case let error as NIOSSLError: Self(error)
            case is NIOSSLExtraError: .untrustedCertificate
            case let error as NIOConnectionError: .noConnection(ConnectionProblem(error))
            case let error as IOError: Self(error)
            case ChannelError.connectTimeout: .noConnection(.noAnswer)
            case HTTPParserError.invalidEOFState: .connectionLost
            case is HTTPParserError: .malformed
            default: .connectionLost
            }
    }

    private init(_ error: HTTPClientError) {
        self =
            switch error {
            case .cancelled: .cancelled
            case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
                .noConnection(.noAnswer)
            case .httpProxyHandshakeTimeout, .socksHandshakeTimeout, .proxyAuthenticationRequired,
                .invalidProxyResponse:
                .proxy
            default: .connectionLost
            }
    }

    /// Addresses, unlike names, fail to connect with the system's error itself.
    private init(_ error: IOError) {
        let problem = ConnectionProblem(code: error.errnoCode)
        self = if case .other = problem { .connectionLost } else { .noConnection(problem) }
    }

    private init(_ error: NIOSSLError) {
        self =
            switch error {
            case .handshakeFailed(let cause):
                // BoringSSL tells its reasons apart only by name.
                "\(cause)".contains("CERTIFICATE_VERIFY_FAILED")
                    ? .untrustedCertificate : .noEncryption
            case .unableToValidateCertificate, .noCertificateToValidate, .cannotMatchULabel:
                .untrustedCertificate
            default: .connectionLost
            }
    }
}

extension ConnectionProblem {
    fileprivate init(_ error: NIOConnectionError) {
        guard let cause = error.connectionErrors.last?.error else {
            self = .unknownName
            return
        }
        self = (cause as? IOError).map { ConnectionProblem(code: $0.errnoCode) } ?? .noAnswer
    }

    fileprivate init(code: Int32) {
        self =
            switch code {
            case ECONNREFUSED: .refused
            case ENETUNREACH, EHOSTUNREACH: .unreachable
            case ETIMEDOUT: .noAnswer
            default: .other(code: code)
            }
    }
}
