/// Which redirects are followed; without credentials all of them.
struct RedirectRule {
    /// For blobs, whose stores are often elsewhere.
    ///
    /// A tag or a manifest from elsewhere is what that other host says, not the registry.
    let mayLeaveOrigin: Bool
    let trust: PlainHTTPTrust

    static let limit = 5

    /// The address that an answer sends to; nil if it is no redirect.
    func target(
        of answer: HTTPAnswer, to address: WebAddress
    ) throws(RegistryError.Reason) -> WebAddress? {
        guard [301, 302, 303, 307, 308].contains(answer.status) else { return nil }
        let target = answer.values(of: "location").first.flatMap { address.resolving($0) }
        guard let target, isAllowed(from: address, to: target) else {
            throw .answer(.redirectRefused(to: target))
        }
        return target
    }

    private func isAllowed(from address: WebAddress, to target: WebAddress) -> Bool {
        if target.hasSameOrigin(as: address) { return true }
        let isEncrypted = target.scheme == .https
        let staysPlain = address.scheme == .http && trust.level(of: target.host) == .full
        return mayLeaveOrigin && (isEncrypted || staysPlain)
    }
}
