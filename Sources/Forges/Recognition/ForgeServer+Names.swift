import WebAccess

extension ForgeServer {
    /// The kind of the forge by the name of its host.
    ///
    /// Source: the tests of Kargo and Renovate; a name that fits two kinds decides nothing.
    static func kind(of host: WebHost) throws(ForgeError) -> ForgeKind {
        switch host.name {
        case "github.com": return .gitHub
        case "gitlab.com": return .gitLab
        case "bitbucket.org": return .bitbucket
        case "gitea.com", "codeberg.org": return .gitea
        case let name where name.hasSuffix(".ghe.com"): return .gitHub
        case _ where isAzure(host): return .azure
        default: break
        }
        let words: [(String, ForgeKind)] = [
            ("github", .gitHub), ("gitlab", .gitLab), ("gitea", .gitea), ("forgejo", .gitea),
            ("bitbucket", .bitbucket),
        ]
        let kinds = Set(words.filter { host.name.contains($0.0) }.map(\.1))
        guard kinds.count == 1, let kind = kinds.first else { throw .unknownForge("\(host)") }
        return kind
    }

    /// The kind of the forge by the path of its API.
    static func kind(ofAPI api: WebAddress) -> ForgeKind? {
        switch api.host.name {
        case "api.github.com": return .gitHub
        case "api.bitbucket.org": return .bitbucket
        case _ where isAzure(api.host): return .azure
        default: break
        }
        let paths: [(String, ForgeKind)] = [
            ("/api/v3", .gitHub), ("/api/v4", .gitLab), ("/api/v1", .gitea),
        ]
        return paths.first { api.path.hasSuffix($0.0) }?.1
    }

    static func isAzure(_ host: WebHost) -> Bool {
        ["dev.azure.com", "ssh.dev.azure.com"].contains(host.name)
            || host.name.hasSuffix(".visualstudio.com")
    }

    /// The forge that runs this job, where it is the remote's too.
    ///
    /// Gitea and Forgejo set the variables of GitHub as well, so theirs decide.
    static func ofCI(_ environment: [String: String], remote: RemoteAddress) -> ForgeServer? {
        let variables = environment.filter { !$0.value.isEmpty }
        func server(_ kind: ForgeKind, web: String, api: String) -> ForgeServer? {
            guard let web = variables[web].flatMap(address),
                web.host.name == remote.host.name,
                remote.scheme == .ssh || web.host.port == remote.host.port,
                let api = variables[api].flatMap(address)
            else { return nil }
            return ForgeServer(kind: kind, host: web.host, api: api)
        }
        if variables["GITHUB_ACTIONS"] == "true" {
            let isGitea =
                variables["GITEA_ACTIONS"] == "true" || variables["FORGEJO_ACTIONS"] == "true"
                || variables["GITHUB_API_URL"].flatMap(address)?.path.hasSuffix("/api/v1") ?? false
            return server(
                isGitea ? .gitea : .gitHub, web: "GITHUB_SERVER_URL", api: "GITHUB_API_URL")
        }
        if variables["GITLAB_CI"] == "true" {
            return server(.gitLab, web: "CI_SERVER_URL", api: "CI_API_V4_URL")
        }
        // Its agents clone from addresses that name the collection, as the API's does.
        if variables["TF_BUILD"]?.lowercased() == "true" {
            return server(.azure, web: "SYSTEM_COLLECTIONURI", api: "SYSTEM_COLLECTIONURI")
        }
        return nil
    }
}
