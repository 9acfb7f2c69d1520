package import WebAccess

/// A repository on a forge: the address of the forge's API, and the path there.
package struct ForgeRepository: Hashable, Sendable {
    package let kind: ForgeKind
    /// Of the forge's web pages, which is what tokens are bound to.
    package let host: WebHost
    /// The base address of the API, without a slash at its end.
    package let api: WebAddress
    /// In the case of the remote's URL: owner and repository, groups and project; of Azure DevOps,
    /// project and repository.
    package let path: [String]

    package var name: String { path.joined(separator: "/") }

    /// Finds the forge of a remote: by the user's choice, by the CI that runs this, or by the name
    /// of the host.
    ///
    /// Nothing is asked over the network: a forge that its host does not give away must be named.
    ///
    /// - Parameters:
    ///   - remote: The URL in any form that Git takes: `https`, `ssh`, or `USER@HOST:PATH`.
    ///   - environment: The process environment, for the variables of a CI.
    package init(
        remote: String, choice: ForgeChoice = ForgeChoice(), environment: [String: String] = [:]
    ) throws(ForgeError) {
        guard let address = RemoteAddress(remote) else { throw .invalidRemote }
        let server = try ForgeServer(of: address, choice: choice, environment: environment)
        kind = server.kind
        host = server.host
        api = server.api
        guard let path = Self.path(of: address, on: server) else {
            throw .unexpectedPath(server.kind, address.path.joined(separator: "/"))
        }
        self.path = path
    }

    private static func path(of remote: RemoteAddress, on server: ForgeServer) -> [String]? {
        if server.kind == .azure {
            let path =
                ForgeServer.isAzure(remote.host)
                ? AzurePath(cloud: remote) : AzurePath(server: remote)
            return path.map { [$0.project, $0.repository] }
        }
        let path = remote.path.dropFirst(server.webPath(in: remote).count)
        guard server.kind == .gitLab ? path.count >= 2 : path.count == 2 else { return nil }
        return Array(path)
    }
}

extension ForgeServer {
    /// The path under which the forge is on its host, if the remote's path begins with it; over
    /// ssh there is none.
    fileprivate func webPath(in remote: RemoteAddress) -> [String] {
        var path = api.path.split(separator: "/").map(String.init)
        if path.suffix(2).first == "api" { path.removeLast(2) }
        guard remote.scheme != .ssh, remote.host == api.host, remote.path.starts(with: path)
        else { return [] }
        return path
    }
}
