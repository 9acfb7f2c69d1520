import WebAccess

/// The credentials in Docker's `config.json`.
///
/// Source: docker/cli, `cli/config/configfile`. A key of `auths` is a host, alone or as the address
/// of its API; a key with another path, as Podman writes it for a part of a registry, is not meant
/// for the whole host and counts for nothing.
package struct DockerConfiguration: Sendable {
    private let path: String
    private let entries: [WebHost: Entry]
    private let helpers: [WebHost: String]
    private let defaultHelper: String?

    /// Bytes.
    private static let sizeLimit = 1 << 20

    /// Reads the file in the directory that `DOCKER_CONFIG` names, or in `~/.docker`; nil if there
    /// is none.
    package static func load(
        environment: [String: String]
    ) throws(SettingsProblem) -> DockerConfiguration? {
        let directory = environment["DOCKER_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        guard let directory = directory ?? environment["HOME"].map({ "\($0)/.docker" }) else {
            return nil
        }
        let path = "\(directory)/config.json"
        switch SmallFile.content(at: path, limit: sizeLimit) {
        case .absent: return nil
        case .unreadable: throw .unreadableConfiguration(path: path)
        case .bytes(let bytes): return try DockerConfiguration(bytes, path: path)
        }
    }

    init(_ bytes: [UInt8], path: String) throws(SettingsProblem) {
        guard let document = JSON.value(Document.self, from: bytes) else {
            throw .malformedConfiguration(path: path)
        }
        self.path = path
        entries = Self.byHost(document.auths ?? [:])
        helpers = Self.byHost(document.credHelpers ?? [:])
        defaultHelper = document.credsStore.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The credentials of the file itself for a host.
    func credential(for host: WebHost) throws(SettingsProblem) -> Credential? {
        guard let entry = entries[host], !entry.isEmpty else { return nil }
        guard let credential = entry.credential else {
            throw .malformedConfiguration(path: path)
        }
        return credential
    }

    /// The program that is to be asked about a host, if any.
    func helper(for host: WebHost) throws(SettingsProblem) -> CredentialHelper? {
        guard let name = helpers[host] ?? defaultHelper else { return nil }
        guard let helper = CredentialHelper(name: name) else {
            throw .invalidHelperName(host: host.description)
        }
        return helper
    }

    /// The values by the hosts that their keys name; an exact key wins over an address.
    private static func byHost<Value>(_ values: [String: Value]) -> [WebHost: Value] {
        var result: [WebHost: Value] = [:]
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let host = host(ofKey: key) else { continue }
            if result[host] == nil || key == host.description { result[host] = value }
        }
        return result
    }

    private static func host(ofKey key: String) -> WebHost? {
        var rest = key[...]
        for scheme in ["https://", "http://"] where rest.hasPrefix(scheme) {
            rest = rest.dropFirst(scheme.count)
        }
        let authority = rest.prefix { $0 != "/" }
        guard ["", "/", "/v1", "/v1/", "/v2", "/v2/"].contains(rest[authority.endIndex...]),
            let host = WebHost(String(authority))
        else { return nil }
        return host.isDockerHub ? WebHost.dockerHub : host
    }

    private struct Document: Decodable {
        let auths: [String: Entry]?
        let credHelpers: [String: String]?
        let credsStore: String?
    }

    private struct Entry: Decodable {
        let auth: String?
        let username: String?
        let password: String?
        let identitytoken: String?
        let registrytoken: String?

        /// Docker leaves such entries where a helper keeps the secret.
        var isEmpty: Bool {
            [auth, username, password, identitytoken, registrytoken].allSatisfy { $0 ?? "" == "" }
        }

        /// Nil if nothing usable is given.
        var credential: Credential? {
            if let token = identitytoken, !token.isEmpty { return .identityToken(Secret(token)) }
            if let token = registrytoken, !token.isEmpty { return .accessToken(Secret(token)) }
            if let auth, !auth.isEmpty { return Base64.decodedText(auth).flatMap(Self.password) }
            guard let username, let password, !username.isEmpty else { return nil }
            return .password(user: Secret(username), password: Secret(password))
        }

        /// The part behind the first colon is the password, without the zeros that Docker pads
        /// with.
        private static func password(in text: String) -> Credential? {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else { return nil }
            let password = String(parts[1].prefix { $0 != "\0" })
            return .password(user: Secret(String(parts[0])), password: Secret(password))
        }
    }
}
