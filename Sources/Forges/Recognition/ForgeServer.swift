import WebAccess

/// A forge: its kind, the host of its web pages, and where its API is.
struct ForgeServer: Equatable {
    let kind: ForgeKind
    let host: WebHost
    /// Without a slash at its end.
    let api: WebAddress

    /// The forge by what the user names and by the variables of a CI, else by the remote's host.
    init(
        of remote: RemoteAddress, choice: ForgeChoice, environment: [String: String]
    ) throws(ForgeError) {
        if let text = choice.api {
            self = try Self(api: text, kind: choice.kind, remote: remote)
        } else if let server = Self.ofCI(environment, remote: remote),
            choice.kind ?? server.kind == server.kind
        {
            self = server
        } else {
            let kind = try Self.kind(choice.kind, or: remote.host)
            self = try Self(remote: remote, kind: kind)
        }
    }

    /// The forge with this address of its API.
    private init(
        api text: String, kind: ForgeKind?, remote: RemoteAddress
    ) throws(ForgeError) {
        guard let api = Self.address(text) else { throw .invalidAPI(text.shown) }
        self.init(
            kind: try Self.kind(kind ?? Self.kind(ofAPI: api), or: remote.host),
            host: Self.webHost(ofAPI: api.host), api: api)
    }

    /// The forge at the remote's host, with its API at the usual place.
    private init(remote: RemoteAddress, kind: ForgeKind) throws(ForgeError) {
        let host = remote.host
        let known: String? =
            switch kind {
            case .gitHub where host.name == "github.com": "https://api.github.com"
            case .gitHub where host.name.hasSuffix(".ghe.com"): "https://api.\(host.name)"
            case .bitbucket where host.name == "bitbucket.org": "https://api.bitbucket.org/2.0"
            case .azure where Self.isAzure(host):
                AzurePath(cloud: remote).map {
                    "https://dev.azure.com/\(PercentEncoding.segment($0.organization))"
                }
            default: nil
            }
        if let api = known.flatMap(Self.address) {
            self.init(kind: kind, host: kind == .azure ? api.host : host, api: api)
            return
        }
        guard remote.scheme != .http || host.isLoopback else { throw .notEncrypted("\(host)") }
        let place = "\(remote.scheme == .http ? "http" : "https")://\(host)"
        guard let path = try Self.usualPath(kind, of: remote), let api = Self.address(place + path)
        else { throw .unexpectedPath(kind, remote.path.joined(separator: "/")) }
        self.init(kind: kind, host: host, api: api)
    }

    private static func kind(
        _ known: ForgeKind?, or host: WebHost
    ) throws(ForgeError) -> ForgeKind {
        guard let known else { return try kind(of: host) }
        return known
    }

    init(kind: ForgeKind, host: WebHost, api: WebAddress) {
        self.kind = kind
        self.host = host
        self.api = api
    }

    private static func usualPath(
        _ kind: ForgeKind, of remote: RemoteAddress
    ) throws(ForgeError) -> String? {
        switch kind {
        case .gitHub: "/api/v3"
        case .gitLab: "/api/v4"
        case .gitea: "/api/v1"
        case .bitbucket: throw .bitbucketServer("\(remote.host)")
        case .azure:
            AzurePath(server: remote).map { path in
                path.collection.map { "/" + PercentEncoding.segment($0) }.joined()
            }
        }
    }

    /// An address without query, and without slashes at its end.
    static func address(_ text: String) -> WebAddress? {
        var text = text[...]
        while text.hasSuffix("/") { text = text.dropLast() }
        guard let address = WebAddress(String(text)), address.query == nil else { return nil }
        return address
    }

    /// The host of the pages of a forge whose API has a host of its own.
    private static func webHost(ofAPI host: WebHost) -> WebHost {
        guard host.name.hasPrefix("api.") else { return host }
        let name = String(host.name.dropFirst(4))
        let isKnown = ["github.com", "bitbucket.org"].contains(name) || name.hasSuffix(".ghe.com")
        return isKnown ? WebHost(name) ?? host : host
    }
}
