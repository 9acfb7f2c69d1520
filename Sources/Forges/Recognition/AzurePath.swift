import WebAccess

/// The organization or collection, the project and the repository in a remote of Azure DevOps.
struct AzurePath: Equatable {
    /// The organization; of a server of one's own, all of the path in front of the project.
    let collection: [String]
    let project: String
    let repository: String

    /// Of Microsoft's servers, where there is one.
    var organization: String { collection.last ?? "" }

    /// Reads the forms of Microsoft's servers.
    ///
    /// ```
    /// https://dev.azure.com/ORGANIZATION/[PROJECT/]_git/REPOSITORY
    /// https://ORGANIZATION.visualstudio.com/[DefaultCollection/][PROJECT/]_git/REPOSITORY
    /// git@ssh.dev.azure.com:v3/ORGANIZATION/PROJECT/REPOSITORY
    /// ORGANIZATION@vs-ssh.visualstudio.com:v3/ORGANIZATION/PROJECT/REPOSITORY
    /// ```
    /// Without a project, it has the name of the repository.
    init?(cloud remote: RemoteAddress) {
        var path = remote.path
        if remote.scheme == .ssh {
            guard path.count == 4, path[0] == "v3" else { return nil }
            self.init(collection: [path[1]], project: path[2], repository: path[3])
            return
        }
        let suffix = ".visualstudio.com"
        if remote.host.name.hasSuffix(suffix) {
            if path.first?.lowercased() == "defaultcollection" { path.removeFirst() }
            path.insert(String(remote.host.name.dropLast(suffix.count)), at: 0)
        }
        guard let mark = path.firstIndex(of: "_git"), mark + 2 == path.count, 1...2 ~= mark
        else { return nil }
        let repository = path[mark + 1]
        self.init(
            collection: [path[0]], project: mark == 2 ? path[1] : repository,
            repository: repository)
    }

    /// Reads `https://HOST/…/COLLECTION/PROJECT/_git/REPOSITORY`.
    init?(server remote: RemoteAddress) {
        let path = remote.path
        guard let mark = path.firstIndex(of: "_git"), mark + 2 == path.count, mark >= 2
        else { return nil }
        self.init(
            collection: Array(path[..<(mark - 1)]), project: path[mark - 1],
            repository: path[mark + 1])
    }

    private init(collection: [String], project: String, repository: String) {
        self.collection = collection
        self.project = project
        self.repository = repository
    }
}
