/// The kind of a forge, which decides how pull requests are opened there.
package enum ForgeKind: String, CaseIterable, Hashable, Sendable {
    /// Also GitHub Enterprise.
    case gitHub = "github"
    case gitLab = "gitlab"
    /// Also Forgejo, which answers the same requests.
    case gitea
    /// Bitbucket Cloud; Bitbucket Server is something else under the same name.
    case bitbucket
    case azure

    /// Reads the value of an option; nil for other words.
    package init?(option: String) {
        switch option.lowercased() {
        case "forgejo", "codeberg": self = .gitea
        case "azure-devops": self = .azure
        case let word:
            guard let kind = ForgeKind(rawValue: word) else { return nil }
            self = kind
        }
    }

    package var name: String {
        switch self {
        case .gitHub: "GitHub"
        case .gitLab: "GitLab"
        case .gitea: "Gitea or Forgejo"
        case .bitbucket: "Bitbucket Cloud"
        case .azure: "Azure DevOps"
        }
    }
}

/// The forge as the user names it, in place of what the remote's URL suggests.
package struct ForgeChoice: Equatable, Sendable {
    package var kind: ForgeKind?
    /// The base address of the forge's API, such as `https://git.example.com/api/v1`; of Azure
    /// DevOps, the address of the organization or collection.
    package var api: String?

    package init(kind: ForgeKind? = nil, api: String? = nil) {
        self.kind = kind
        self.api = api
    }
}
