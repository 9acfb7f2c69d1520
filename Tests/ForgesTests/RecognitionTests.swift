import Testing

@testable import Forges

/// The forge and the repository that a remote's URL names.
struct RecognitionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let remote: String
        let kind: ForgeKind
        let api: String
        let path: String
        var choice = ForgeChoice()
        var environment: [String: String] = [:]

        var testDescription: String { remote }
    }

    static let byName: [Case] = [
        Case(
            remote: "https://github.com/Org/App.git", kind: .gitHub, api: "https://api.github.com",
            path: "Org/App"),
        Case(
            remote: "git@github.com:Org/App.git", kind: .gitHub, api: "https://api.github.com",
            path: "Org/App"),
        Case(
            remote: "ssh://git@ssh.github.com:443/Org/App", kind: .gitHub,
            api: "https://api.github.com", path: "Org/App"),
        Case(
            remote: "https://x-access-token:secret@github.com:443/Org/App.git/", kind: .gitHub,
            api: "https://api.github.com", path: "Org/App"),
        Case(
            remote: "https://corp.ghe.com/Org/App", kind: .gitHub, api: "https://api.corp.ghe.com",
            path: "Org/App"),
        Case(
            remote: "ssh://git@github.corp.example:2222/Org/App.git", kind: .gitHub,
            api: "https://github.corp.example/api/v3", path: "Org/App"),
        Case(
            remote: "https://gitlab.com/group/sub/deep/app.git", kind: .gitLab,
            api: "https://gitlab.com/api/v4", path: "group/sub/deep/app"),
        Case(
            remote: "git@altssh.gitlab.com:group/app.git", kind: .gitLab,
            api: "https://gitlab.com/api/v4", path: "group/app"),
        Case(
            remote: "https://gitlab.example:8443/group/app", kind: .gitLab,
            api: "https://gitlab.example:8443/api/v4", path: "group/app"),
        Case(
            remote: "https://codeberg.org/org/app.git", kind: .gitea,
            api: "https://codeberg.org/api/v1", path: "org/app"),
        Case(
            remote: "git@forgejo.example:org/app.git", kind: .gitea,
            api: "https://forgejo.example/api/v1", path: "org/app"),
        Case(
            remote: "git@bitbucket.org:team/app.git", kind: .bitbucket,
            api: "https://api.bitbucket.org/2.0", path: "team/app"),
        // Its pipelines clone over plain HTTP from a proxy; the API is encrypted.
        Case(
            remote: "http://bitbucket.org/team/app", kind: .bitbucket,
            api: "https://api.bitbucket.org/2.0", path: "team/app"),
        Case(
            remote: "https://org@dev.azure.com/org/My%20Project/_git/app", kind: .azure,
            api: "https://dev.azure.com/org", path: "My Project/app"),
        Case(
            remote: "https://dev.azure.com/org/_git/app", kind: .azure,
            api: "https://dev.azure.com/org", path: "app/app"),
        Case(
            remote: "git@ssh.dev.azure.com:v3/org/My%20Project/app", kind: .azure,
            api: "https://dev.azure.com/org", path: "My Project/app"),
        Case(
            remote: "https://org.visualstudio.com/DefaultCollection/Project/_git/app", kind: .azure,
            api: "https://dev.azure.com/org", path: "Project/app"),
        Case(
            remote: "org@vs-ssh.visualstudio.com:v3/org/Project/app", kind: .azure,
            api: "https://dev.azure.com/org", path: "Project/app"),
    ]

    static let byChoice: [Case] = [
        Case(
            remote: "git@git.example:org/app.git", kind: .gitea,
            api: "https://git.example/api/v1", path: "org/app", choice: .init(kind: .gitea)),
        Case(
            remote: "git@git.example:org/app.git", kind: .gitLab,
            api: "https://git.example/code/api/v4", path: "org/app",
            choice: .init(api: "https://git.example/code/api/v4/")),
        // The forge is in a folder of the server, which is no part of the project's path.
        Case(
            remote: "https://git.example/code/group/app.git", kind: .gitLab,
            api: "https://git.example/code/api/v4", path: "group/app",
            choice: .init(api: "https://git.example/code/api/v4")),
        Case(
            remote: "https://github-mirror.gitlab.example/group/app", kind: .gitLab,
            api: "https://github-mirror.gitlab.example/api/v4", path: "group/app",
            choice: .init(kind: .gitLab)),
        Case(
            remote: "https://tfs.example/tfs/Main/Project/_git/app", kind: .azure,
            api: "https://tfs.example/tfs/Main", path: "Project/app", choice: .init(kind: .azure)),
        Case(
            remote: "http://git.example:3000/org/app", kind: .gitea,
            api: "http://git.example:3000/api/v1", path: "org/app",
            choice: .init(kind: .gitea, api: "http://git.example:3000/api/v1")),
    ]

    static let byCI: [Case] = [
        Case(
            remote: "https://git.example/org/app", kind: .gitHub,
            api: "https://git.example/api/v3", path: "org/app",
            environment: [
                "GITHUB_ACTIONS": "true", "GITHUB_SERVER_URL": "https://git.example",
                "GITHUB_API_URL": "https://git.example/api/v3",
            ]),
        // Gitea sets the variables of GitHub, too.
        Case(
            remote: "https://git.example/org/app", kind: .gitea,
            api: "https://git.example/api/v1", path: "org/app",
            environment: [
                "GITHUB_ACTIONS": "true", "GITHUB_SERVER_URL": "https://git.example/",
                "GITHUB_API_URL": "https://git.example/api/v1",
            ]),
        Case(
            remote: "https://gitlab-ci-token:job@code.example/git/group/app.git", kind: .gitLab,
            api: "https://code.example/git/api/v4", path: "group/app",
            environment: [
                "GITLAB_CI": "true", "CI_SERVER_URL": "https://code.example/git",
                "CI_API_V4_URL": "https://code.example/git/api/v4",
            ]),
        Case(
            remote: "git@code.example:group/app.git", kind: .gitLab,
            api: "https://code.example:8443/api/v4", path: "group/app",
            environment: [
                "GITLAB_CI": "true", "CI_SERVER_URL": "https://code.example:8443",
                "CI_API_V4_URL": "https://code.example:8443/api/v4",
            ]),
        Case(
            remote: "https://tfs.example/tfs/Main/Project/_git/app", kind: .azure,
            api: "https://tfs.example/tfs/Main", path: "Project/app",
            environment: [
                "TF_BUILD": "True", "SYSTEM_COLLECTIONURI": "https://tfs.example/tfs/Main/",
            ]),
        // The job runs on GitHub, the remote is elsewhere.
        Case(
            remote: "https://gitlab.com/group/app", kind: .gitLab,
            api: "https://gitlab.com/api/v4", path: "group/app",
            environment: [
                "GITHUB_ACTIONS": "true", "GITHUB_SERVER_URL": "https://github.com",
                "GITHUB_API_URL": "https://api.github.com",
            ]),
    ]

    @Test(arguments: byName + byChoice + byCI)
    func `a remote leads to the repository on its forge`(_ example: Case) throws {
        let repository = try ForgeRepository(
            remote: example.remote, choice: example.choice, environment: example.environment)
        #expect(repository.kind == example.kind)
        #expect("\(repository.api)" == example.api || "\(repository.api)" == example.api + "/")
        #expect(repository.name == example.path)
    }

    @Test(arguments: [
        ("/srv/git/app.git", ForgeError.invalidRemote), ("../app", .invalidRemote),
        ("https://github.com/", .invalidRemote), ("file:///srv/app.git", .invalidRemote),
        ("https://github.com/org/..", .invalidRemote),
        ("https://github.com/org/a%2Fb", .invalidRemote),
        ("https://github.com/org", .unexpectedPath(.gitHub, "org")),
        ("https://github.com/org/sub/app", .unexpectedPath(.gitHub, "org/sub/app")),
        ("https://gitlab.com/app", .unexpectedPath(.gitLab, "app")),
        ("https://dev.azure.com/org/app", .unexpectedPath(.azure, "org/app")),
        ("https://git.example/org/app", .unknownForge("git.example")),
        (
            "https://github-mirror.gitlab.example/org/app",
            .unknownForge("github-mirror.gitlab.example")
        ),
        ("https://bitbucket.example/scm/p/app", .bitbucketServer("bitbucket.example")),
        ("http://gitea.example/org/app", .notEncrypted("gitea.example")),
    ])
    func `a remote without a forge is refused with the reason`(
        remote: String, error: ForgeError
    ) {
        #expect(throws: error) { try ForgeRepository(remote: remote) }
    }

    @Test func `an address that is none is refused`() {
        #expect(throws: ForgeError.invalidAPI("git.example")) {
            try ForgeRepository(
                remote: "https://git.example/o/a", choice: ForgeChoice(api: "git.example"))
        }
    }

    @Test func `a password in the URL is in no message`() {
        for remote in ["https://u:hunter2@git.example/o/a", "ftp://u:hunter2@x/o", "u:hunter2@x"] {
            do {
                _ = try ForgeRepository(remote: remote)
                Issue.record("a forge")
            } catch {
                #expect(!"\(error)".contains("hunter2"))
            }
        }
    }

    @Test func `a kind has its names`() {
        #expect(ForgeKind(option: "Forgejo") == .gitea)
        #expect(ForgeKind(option: "azure") == .azure)
        #expect(ForgeKind(option: "sourceforge") == nil)
    }
}
