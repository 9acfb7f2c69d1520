/// Which proxy a request goes through, by the usual variables.
///
/// Source: Go's `golang.org/x/net/http/httpproxy`: the variable in capitals wins, this machine is
/// never proxied, and `NO_PROXY` lists hosts, domains, addresses and blocks of addresses. Unlike
/// there, plain HTTP goes through a tunnel too.
struct ProxySettings: Sendable {
    private let http: Proxy?
    private let https: Proxy?
    private let exceptions: [ProxyException]

    init(environment: [String: String]) throws(WebSettingsProblem) {
        http = try Self.proxy("HTTP_PROXY", environment)
        https = try Self.proxy("HTTPS_PROXY", environment)
        let list = Self.value("NO_PROXY", environment)?.value ?? ""
        exceptions = list.split { $0 == "," || $0.isWhitespace }.map { ProxyException(String($0)) }
    }

    /// All that a request may go through.
    var proxies: Set<Proxy> { Set([http, https].compactMap(\.self)) }

    /// Nil for a direct connection.
    func proxy(for address: WebAddress) -> Proxy? {
        let port = address.host.port ?? address.scheme.defaultPort
        guard !address.host.isLoopback, !address.host.isMetadataService,
            !exceptions.contains(where: { $0.covers(address.host.name, port: port) })
        else { return nil }
        return address.scheme == .https ? https : http
    }

    private static func proxy(
        _ variable: String, _ environment: [String: String]
    ) throws(WebSettingsProblem) -> Proxy? {
        guard let (name, text) = value(variable, environment) else { return nil }
        guard let proxy = Proxy(text) else { throw .invalidProxy(variable: name) }
        return proxy
    }

    private static func value(
        _ variable: String, _ environment: [String: String]
    ) -> (name: String, value: String)? {
        for name in [variable, variable.lowercased()] {
            if let value = environment[name], !value.isEmpty { return (name, value) }
        }
        return nil
    }
}
