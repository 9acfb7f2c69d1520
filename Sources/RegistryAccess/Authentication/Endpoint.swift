import WebAccess

/// How a registry is reached.
struct Endpoint: Hashable, Sendable {
    /// As the user names it, which is what credentials are bound to.
    let host: WebHost
    /// With the path `/v2/`.
    let address: WebAddress
    let mayHaveCredentials: Bool

    init(host: WebHost, scheme: WebAddress.Scheme, trust: PlainHTTPTrust.Level) {
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

extension WebHost {
    /// Docker Hub's registry has another name than its images.
    fileprivate var apiHost: WebHost { isDockerHub ? .dockerHubAPI : self }

    /// Docker Hub, by one of the names that are in image references.
    var isDockerHub: Bool { self == .dockerHub || name == "index.docker.io" && port == nil }

    static let dockerHub = WebHost(name: "docker.io")
    fileprivate static let dockerHubAPI = WebHost(name: "registry-1.docker.io")
}
