import Testing
import WebAccess

@testable import Forges

/// Which variable's token goes to which forge, and in which form.
struct ForgeTokenTests {
    static let gitHub = "https://github.com/o/a"
    static let enterprise = "https://github.example/o/a"
    static let gitLab = "https://gitlab.com/g/a"
    static let own = "https://gitlab.example/g/a"
    static let codeberg = "https://codeberg.org/o/a"
    static let ownGitea = "https://gitea.example/o/a"
    static let azure = "https://dev.azure.com/o/p/_git/a"

    @Test(arguments: [
        (gitHub, ["GITHUB_TOKEN": "t"], "GITHUB_TOKEN", "Bearer t"),
        (gitHub, ["GH_TOKEN": " t\n"], "GH_TOKEN", "Bearer t"),
        (
            gitHub, ["GITHUB_TOKEN": "t", "SLUICE_FORGE_TOKEN": "s"], "SLUICE_FORGE_TOKEN",
            "Bearer s"
        ),
        (
            enterprise, ["GITHUB_TOKEN": "t", "GITHUB_SERVER_URL": "https://github.example"],
            "GITHUB_TOKEN", "Bearer t"
        ),
        (
            enterprise,
            ["GITHUB_TOKEN": "t", "GH_ENTERPRISE_TOKEN": "e", "GH_HOST": "github.example"],
            "GH_ENTERPRISE_TOKEN", "Bearer e"
        ),
        (gitLab, ["GITLAB_TOKEN": "t"], "GITLAB_TOKEN", "Bearer t"),
        (
            own, ["GITLAB_TOKEN": "t", "CI_SERVER_URL": "https://gitlab.example"], "GITLAB_TOKEN",
            "Bearer t"
        ),
        (own, ["GITLAB_TOKEN": "t", "GITLAB_HOST": "gitlab.example"], "GITLAB_TOKEN", "Bearer t"),
        (codeberg, ["FORGEJO_TOKEN": "t"], "FORGEJO_TOKEN", "token t"),
        (
            ownGitea,
            [
                "GITHUB_TOKEN": "t", "GITEA_ACTIONS": "true",
                "GITHUB_SERVER_URL": "https://gitea.example",
            ], "GITHUB_TOKEN", "token t"
        ),
        (
            "git@bitbucket.org:t/a.git", ["BITBUCKET_TOKEN": "t"], "BITBUCKET_TOKEN", "Bearer t"
        ),
        (
            "git@bitbucket.org:t/a.git", ["BITBUCKET_TOKEN": "me@x.io:t"], "BITBUCKET_TOKEN",
            "Basic bWVAeC5pbzp0"
        ),
        (azure, ["AZURE_DEVOPS_TOKEN": "pat"], "AZURE_DEVOPS_TOKEN", "Basic OnBhdA=="),
        (azure, ["SYSTEM_ACCESSTOKEN": "eyJh.eyJi.c"], "SYSTEM_ACCESSTOKEN", "Bearer eyJh.eyJi.c"),
    ])
    func `a token goes to its forge`(
        remote: String, environment: [String: String], variable: String, value: String
    ) throws {
        let token = try ForgeToken(
            for: try ForgeRepository(remote: remote), environment: environment)
        #expect(token.variable == variable)
        #expect(token.authorization.field == "Authorization")
        #expect(token.authorization.value.revealed == value)
        #expect(!"\(token)".contains(value))
    }

    @Test(arguments: [
        // A token of github.com does not go to a server of one's own, nor the other way round.
        (enterprise, ["GITHUB_TOKEN": "t", "GH_TOKEN": "t"], ["GITHUB_TOKEN", "GH_TOKEN"]),
        (
            gitHub, ["GITHUB_TOKEN": "t", "GITHUB_SERVER_URL": "https://github.example"],
            ["GITHUB_TOKEN"]
        ),
        (own, ["GITLAB_TOKEN": "t"], ["GITLAB_TOKEN"]),
        (gitLab, ["GITLAB_TOKEN": "t", "GITLAB_HOST": "gitlab.example"], ["GITLAB_TOKEN"]),
        (ownGitea, ["GITEA_TOKEN": "t", "GITHUB_TOKEN": "t"], ["GITEA_TOKEN"]),
        (gitLab, ["GITHUB_TOKEN": "t", "CI_JOB_TOKEN": "t"], []),
        (
            azure, ["SYSTEM_ACCESSTOKEN": "t", "SYSTEM_COLLECTIONURI": "https://x.io/c/"],
            [
                "SYSTEM_ACCESSTOKEN"
            ]
        ),
        (gitHub, ["GITHUB_TOKEN": "  "], []),
    ])
    func `a token goes to no other host`(
        remote: String, environment: [String: String], withheld: [String]
    ) throws {
        let repository = try ForgeRepository(remote: remote)
        let error = ForgeError.noToken(
            repository.kind, host: "\(repository.host)", withheld: withheld)
        #expect(throws: error) { try ForgeToken(for: repository, environment: environment) }
        #expect("\(error)".contains("SLUICE_FORGE_TOKEN"))
    }

    @Test func `a token goes to no API that is elsewhere`() throws {
        let repository = try ForgeRepository(
            remote: Self.gitHub, choice: .init(kind: .gitHub, api: "https://evil.example/api/v3"))
        #expect(throws: ForgeError.self) {
            try ForgeToken(for: repository, environment: ["GITHUB_TOKEN": "t"])
        }
        let variables = [
            "GITHUB_ACTIONS": "true", "GITHUB_SERVER_URL": "https://github.com",
            "GITHUB_API_URL": "https://evil.example/api/v3", "GITHUB_TOKEN": "t",
        ]
        let job = try ForgeRepository(remote: Self.gitHub, environment: variables)
        #expect(throws: ForgeError.self) { try ForgeToken(for: job, environment: variables) }
        let hidden = try ForgeRepository(
            remote: Self.own, choice: .init(kind: .gitLab, api: "https://gitlab.com/api/v4"))
        #expect("\(hidden.host)" == "gitlab.com")
    }

    @Test func `a token that cannot be sent is refused`() throws {
        let repository = try ForgeRepository(remote: Self.gitHub)
        let error = ForgeError.tokenNotSendable(variable: "GITHUB_TOKEN")
        #expect(throws: error) {
            try ForgeToken(for: repository, environment: ["GITHUB_TOKEN": "a\r\nX-Y: b"])
        }
    }
}
