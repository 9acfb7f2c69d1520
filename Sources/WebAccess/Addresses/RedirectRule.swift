/// Which redirects are followed; without credentials all of them.
package struct RedirectRule {
    /// For blobs, whose stores are often elsewhere.
    ///
    /// A tag or a manifest from elsewhere is what that other host says, not the registry.
    package let mayLeaveOrigin: Bool
    package let trust: PlainHTTPTrust

    package static let limit = 5

    package init(mayLeaveOrigin: Bool, trust: PlainHTTPTrust) {
        self.mayLeaveOrigin = mayLeaveOrigin
        self.trust = trust
    }

    /// The address that an answer sends to; nil if it is no redirect.
    package func target(
        of answer: HTTPAnswer, to request: HTTPRequest
    ) throws(WebProblem) -> WebAddress? {
        guard [301, 302, 303, 307, 308].contains(answer.status) else { return nil }
        let target = answer.values(of: "location").first.flatMap { request.address.resolving($0) }
        guard request.mayBeRedirected, let target, isAllowed(from: request.address, to: target)
        else { throw .redirectRefused(to: target) }
        return target
    }

    private func isAllowed(from address: WebAddress, to target: WebAddress) -> Bool {
        if target.hasSameOrigin(as: address) { return true }
        let isEncrypted = target.scheme == .https
        let staysPlain = address.scheme == .http && trust.level(of: target.host) == .full
        return mayLeaveOrigin && (isEncrypted || staysPlain)
    }
}

extension HTTPRequest {
    /// Whether a GET or HEAD elsewhere can take its place: not for what writes.
    fileprivate var mayBeRedirected: Bool {
        if case .post(.form) = method { true } else { isReading }
    }
}
