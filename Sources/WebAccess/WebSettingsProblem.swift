/// A fault in the user's settings of connections: proxies and certificates.
package enum WebSettingsProblem: Error, Equatable, Sendable {
    case unreadableCertificates(path: String)
    case malformedCertificates(path: String)
    case invalidProxy(variable: String)
}

extension WebSettingsProblem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadableCertificates(let path):
            "cannot read the file of certificates `\(path.shown)`; check that it is there, and no "
                + "directory"
        case .malformedCertificates(let path):
            "the file of certificates `\(path.shown)` is malformed; write it anew"
        case .invalidProxy(let variable):
            "`\(variable)` names no usable proxy; write it as `http://HOST:PORT`"
        }
    }
}
