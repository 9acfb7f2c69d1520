import WebAccess

/// A token for a forge, from the environment only; it is never printed.
///
/// `SLUICE_FORGE_TOKEN` comes first and is sent to the forge of the repository, whichever that is.
/// Each other variable belongs to one host and is sent to no other:
///
/// | variables | host |
/// |---|---|
/// | `GITHUB_TOKEN`, `GH_TOKEN` | that of `GITHUB_SERVER_URL`, else `github.com` |
/// | `GH_ENTERPRISE_TOKEN`, `GITHUB_ENTERPRISE_TOKEN` | `GH_HOST` |
/// | `GITLAB_TOKEN` | `GITLAB_HOST`, else that of `CI_SERVER_URL`, else `gitlab.com` |
/// | `GITEA_TOKEN`, `FORGEJO_TOKEN` | `GITEA_SERVER_URL`, `FORGEJO_SERVER_URL`, else that of `GITHUB_SERVER_URL` in a job of Gitea, else `gitea.com`, `codeberg.org` |
/// | `BITBUCKET_TOKEN` | `bitbucket.org` |
/// | `AZURE_DEVOPS_TOKEN`, `AZURE_DEVOPS_EXT_PAT`, `SYSTEM_ACCESSTOKEN` | that of `SYSTEM_COLLECTIONURI`, else `dev.azure.com` |
package struct ForgeToken: Sendable {
    /// The variable that comes before all others.
    static let variable = "SLUICE_FORGE_TOKEN"

    /// The variable that holds it, for messages.
    package let variable: String
    let authorization: Authorization

    /// The token for a repository's forge; an error tells which variables could hold it.
    package init(
        for repository: ForgeRepository, environment: [String: String]
    ) throws(ForgeError) {
        let values = environment.mapValues(\.trimmed).filter { !$0.value.isEmpty }
        let sources = TokenSource.sources(of: repository.kind, values)
        let present = sources.filter { values[$0.variable] != nil }
        guard
            let source = present.first(where: { $0.belongs(to: repository) }),
            let text = values[source.variable]
        else {
            throw .noToken(
                repository.kind, host: "\(repository.host)", withheld: present.map(\.variable))
        }
        variable = source.variable
        authorization = Self.authorization(text, kind: repository.kind)
        guard authorization.isSendable else { throw .tokenNotSendable(variable: variable) }
    }

    /// For messages: the variables of a kind, without the first of all.
    static func usualVariables(of kind: ForgeKind) -> String {
        TokenSource.sources(of: kind, [:]).dropFirst().map { "`\($0.variable)`" }
            .joined(separator: " or ")
    }

    private static func authorization(_ text: String, kind: ForgeKind) -> Authorization {
        switch kind {
        case .gitHub, .gitLab: return .bearer(Secret(text))
        case .gitea: return Authorization(value: Secret("token \(text)"))
        case .bitbucket:
            // An API token belongs to a user, whose address stands in front of it.
            let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { return .bearer(Secret(text)) }
            return .basic(user: Secret(parts[0]), password: Secret(parts[1]))
        case .azure:
            guard isWebToken(text) else { return .basic(user: Secret(""), password: Secret(text)) }
            return .bearer(Secret(text))
        }
    }

    /// Whether a text has the shape of a JSON Web Token: tokens of Entra and of pipelines are
    /// such, personal access tokens are not.
    private static func isWebToken(_ text: String) -> Bool {
        text.hasPrefix("eyJ") && text.split(separator: ".").count == 3
    }
}

/// A variable that may hold a token, and the host to which it may be sent.
private struct TokenSource {
    let variable: String
    /// Nil for the repository's own, whichever that is.
    let host: WebHost?
    let isBound: Bool

    func belongs(to repository: ForgeRepository) -> Bool {
        guard isBound else { return true }
        return host == repository.host && repository.isReachedAtItsHost
    }

    private init(_ variable: String, _ host: WebHost?) {
        self.variable = variable
        self.host = host
        isBound = true
    }

    private init(unbound variable: String) {
        self.variable = variable
        host = nil
        isBound = false
    }

    /// The variables of a kind, the first that is set and belongs to the repository counts.
    static func sources(of kind: ForgeKind, _ values: [String: String]) -> [TokenSource] {
        func host(of names: String..., otherwise usual: String?) -> WebHost? {
            let text = names.lazy.compactMap { values[$0] }.first ?? usual
            return text.flatMap { WebAddress($0)?.host ?? WebHost($0) }
        }
        let own = TokenSource(unbound: ForgeToken.variable)
        let server = "GITHUB_SERVER_URL"
        switch kind {
        case .gitHub:
            let web = host(of: server, otherwise: "github.com")
            let enterprise = host(of: "GH_HOST", otherwise: nil)
            return [
                own, TokenSource("GITHUB_TOKEN", web), TokenSource("GH_TOKEN", web),
                TokenSource("GH_ENTERPRISE_TOKEN", enterprise),
                TokenSource("GITHUB_ENTERPRISE_TOKEN", enterprise),
            ]
        case .gitLab:
            let web = host(of: "GITLAB_HOST", "CI_SERVER_URL", otherwise: "gitlab.com")
            return [own, TokenSource("GITLAB_TOKEN", web)]
        case .gitea:
            // Its jobs have the variables of GitHub.
            let isJob = values["GITEA_ACTIONS"] == "true" || values["FORGEJO_ACTIONS"] == "true"
            let job = isJob ? values[server] : nil
            return [
                own,
                TokenSource(
                    "GITEA_TOKEN", host(of: "GITEA_SERVER_URL", otherwise: job ?? "gitea.com")),
                TokenSource(
                    "FORGEJO_TOKEN",
                    host(of: "FORGEJO_SERVER_URL", otherwise: job ?? "codeberg.org")),
            ]
                + (isJob ? [TokenSource("GITHUB_TOKEN", host(of: server, otherwise: nil))] : [])
        case .bitbucket:
            return [own, TokenSource("BITBUCKET_TOKEN", WebHost(name: "bitbucket.org"))]
        case .azure:
            let web = host(of: "SYSTEM_COLLECTIONURI", otherwise: "dev.azure.com")
            return ["AZURE_DEVOPS_TOKEN", "AZURE_DEVOPS_EXT_PAT", "SYSTEM_ACCESSTOKEN"]
                .reduce(into: [own]) { $0.append(TokenSource($1, web)) }
        }
    }
}

extension ForgeRepository {
    /// Whether the API is at the host of the pages, or at the one that the forge has for it: what
    /// a user names as API elsewhere gets no token that belongs to a host.
    fileprivate var isReachedAtItsHost: Bool {
        api.host == host || api.host == WebHost("api.\(host)")
    }
}
