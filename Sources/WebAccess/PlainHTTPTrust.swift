/// Which hosts may be spoken to without encryption.
package struct PlainHTTPTrust: Sendable {
    package enum Level: Sendable {
        /// Encryption only.
        case none
        /// The repository allows plain HTTP, the user does not: no credential goes there.
        case withoutCredentials
        case full
    }

    /// Hosts that the user allows, beside this machine.
    private let insecureHosts: Set<WebHost>

    package init(insecureHosts: Set<WebHost> = []) {
        self.insecureHosts = insecureHosts
    }

    package func level(of host: WebHost, declaredInsecure: Bool = false) -> Level {
        if host.isLoopback || insecureHosts.contains(host) { return .full }
        return declaredInsecure ? .withoutCredentials : .none
    }
}
