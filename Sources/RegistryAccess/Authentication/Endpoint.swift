/// Which hosts may be spoken to without encryption.
package struct PlainHTTPTrust: Sendable {
    enum Level: Sendable {
        /// Encryption only.
        case none
        /// The repository allows plain HTTP, the user does not: no credential goes there.
        case withoutCredentials
        case full
    }

    /// Hosts that the user allows, beside this machine.
    let insecureHosts: Set<RegistryHost>

    package init(insecureHosts: Set<RegistryHost> = []) {
        self.insecureHosts = insecureHosts
    }

    func level(of host: RegistryHost, declaredInsecure: Bool = false) -> Level {
        if host.isLoopback || insecureHosts.contains(host) { return .full }
        return declaredInsecure ? .withoutCredentials : .none
    }
}

/// How a registry is reached.
struct Endpoint: Hashable, Sendable {
    /// As the user names it, which is what credentials are bound to.
    let host: RegistryHost
    /// With the path `/v2/`.
    let address: WebAddress
    let mayHaveCredentials: Bool

    init(host: RegistryHost, scheme: WebAddress.Scheme, trust: PlainHTTPTrust.Level) {
        self.host = host
        address = WebAddress(scheme: scheme, host: host.apiHost, path: "/v2/")
        mayHaveCredentials = scheme == .https || trust == .full
    }

    /// - Parameter path: Behind `/v2/`.
    func address(_ path: String, query: String? = nil) -> WebAddress {
        WebAddress(
            scheme: address.scheme, host: address.host, path: address.path + path, query: query)
    }
}

extension RegistryHost {
    /// Docker Hub's registry has another name than its images.
    fileprivate var apiHost: RegistryHost { isDockerHub ? .dockerHubAPI : self }

    /// Docker Hub, by one of the names that are in image references.
    var isDockerHub: Bool { self == .dockerHub || name == "index.docker.io" && port == nil }

    static let dockerHub = RegistryHost(name: "docker.io")
    fileprivate static let dockerHubAPI = RegistryHost(name: "registry-1.docker.io")
}
