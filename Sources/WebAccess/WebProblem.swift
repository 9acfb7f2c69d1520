/// The reason why a server gave no answer that can be used.
package enum WebProblem: Error, Equatable, Sendable {
    case transport(TransportFailure, host: String)
    case rateLimited(server: String, attempts: Int)
    /// Nil for what is no address of `http` or `https`.
    case redirectRefused(to: WebAddress?)
    case tooManyRedirects(limit: Int)
}

extension WebProblem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .transport(let failure, let host): failure.text(host: host)
        case .rateLimited(let server, let attempts):
            "`\(server)` limits how often it is asked (429), still at attempt \(attempts); "
                + "wait, or log in"
        case .redirectRefused(let target):
            "the server redirects to \(target.shown), which is not followed"
        case .tooManyRedirects(let limit): "more than \(limit) redirects in a row"
        }
    }
}

extension WebAddress? {
    /// For messages about addresses that are not followed.
    package var shown: String { map { "`\($0)`" } ?? "no address of `https`" }
}

extension TransportFailure {
    fileprivate func text(host: String) -> String {
        switch self {
        case .cancelled: "cancelled"
        case .timedOut(let seconds): "`\(host)` did not answer in full within \(seconds) s"
        case .bodyTooLong(let limit): "the answer of `\(host)` is longer than \(limit) bytes"
        case .untrustedCertificate:
            "the certificate of `\(host)` is not trusted: it is expired, for another name or from "
                + "an unknown authority; renew it, or give the authority's certificate"
        case .noEncryption: "`\(host)` does not speak TLS"
        case .noConnection(let problem): "cannot connect to `\(host)`: \(problem.text)"
        case .connectionLost: "`\(host)` broke the connection before the end of its answer"
        case .malformed: "the answer of `\(host)` is not HTTP"
        case .proxy: "the proxy did not connect to `\(host)`; check the proxy's address and rules"
        }
    }
}

extension ConnectionProblem {
    fileprivate var text: String {
        switch self {
        case .unknownName: "no name server knows it"
        case .refused: "it refuses connections"
        case .unreachable: "there is no way to it"
        case .noAnswer: "no answer"
        case .other(let code): "error \(code) of the system"
        }
    }
}
