package import WebAccess

/// Where the user's credentials for a registry are found.
///
/// Credentials given for this run come first, then the helper that Docker's configuration names for
/// the host, then those of that file itself. Nothing is looked up before a registry asks for it, and
/// files are read at each look: another program may renew what they hold.
package struct CredentialStore: Sendable {
    package typealias Given = @Sendable () throws(SettingsProblem) -> [WebHost: Credential]
    package typealias Docker = @Sendable () throws(SettingsProblem) -> DockerConfiguration?

    private let given: Given
    private let docker: Docker
    /// For helpers, which need the user's home and more, and for identities in clouds.
    let environment: [String: String]
    private let helperLimit: Duration

    package init(
        given: @escaping Given, docker: @escaping Docker, environment: [String: String],
        helperLimit: Duration = .seconds(30)
    ) {
        self.given = given
        self.docker = docker
        self.environment = environment
        self.helperLimit = helperLimit
    }

    /// Makes a store of credentials that are known already.
    package init(
        given: [WebHost: Credential] = [:], docker: DockerConfiguration? = nil,
        environment: [String: String] = [:], helperLimit: Duration = .seconds(30)
    ) {
        self.init(
            given: { () throws(SettingsProblem) in given },
            docker: { () throws(SettingsProblem) in docker }, environment: environment,
            helperLimit: helperLimit)
    }

    /// Nil if the user has none for the host.
    func credential(for host: WebHost) async throws(SettingsProblem) -> Credential? {
        if let credential = try given()[host] { return credential }
        guard let docker = try docker() else { return nil }
        if let helper = try docker.helper(for: host) {
            let kept = try await helper.credential(
                for: host, environment: environment, limit: helperLimit)
            if let kept { return kept }
        }
        return try docker.credential(for: host)
    }

    /// Reads lines of `HOST=USER:PASSWORD`; empty ones and those that begin with `#` are passed
    /// over.
    package static func given(
        lines text: String
    ) throws(SettingsProblem) -> [WebHost: Credential] {
        var credentials: [WebHost: Credential] = [:]
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let line = line.drop(while: \.isWhitespace)
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            let parts = line.split(separator: "=", maxSplits: 1)
            let secret = parts.last?.split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let host = WebHost(String(parts[0])), let secret,
                secret.count == 2, !secret[0].isEmpty
            else { throw .malformedCredentials(line: index + 1) }
            credentials[host.isDockerHub ? .dockerHub : host] = .password(
                user: Secret(String(secret[0])), password: Secret(String(secret[1])))
        }
        return credentials
    }
}
