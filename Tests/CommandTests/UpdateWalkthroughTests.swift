import Foundation
import TestSupport
import Testing

/// The commands of `docs/update-walkthrough.md`, with a real registry and real remotes.
@Suite(.enabled(if: RealRegistry.isThere, "docker-registry and skopeo are not installed"))
struct UpdateWalkthroughTests {
    enum Way: CaseIterable {
        case path
        case http
        case ssh

        static let possible = allCases.filter { $0 != .ssh || SSHGitServer.isInstalled }
    }

    @Test(arguments: Way.possible)
    func `every command of the page prints what the page shows`(_ way: Way)
        throws
    {
        let home = try TemporaryDirectory()
        let shell = GitFixture(at: "work", in: home)
        try FileManager.default.createDirectory(
            atPath: shell.path, withIntermediateDirectories: false)
        try shell.putSluiceOnPath()
        let registry = try RealRegistry(storage: try TemporaryDirectory())
        let host = "127.0.0.1:\(registry.port)"
        try fill(host)
        let servers = (try HTTPGitServer(folder: shell.path), try? SSHGitServer())
        let bare = GitFixture(at: "work/fleet.git", in: home)
        var variables: [String: String] = [:]
        var address = "file://\(bare.path)"
        switch way {
        case .path: break
        case .http:
            address = "http://127.0.0.1:\(servers.0.port)/fleet.git"
            try keepPassword(in: home)
        case .ssh:
            let server = try #require(servers.1)
            address = server.url(of: bare)
            variables["GIT_SSH_COMMAND"] = server.command()
        }
        let told = try WalkthroughPage("docs/update-walkthrough.md").run(
            in: shell, with: variables
        ) { commands in
            commands.replacing("file://$PWD/fleet.git", with: address)
                .replacing("ghcr.io", with: host)
                .replacing(
                    "cd fleet\n",
                    with: "git -C fleet.git config http.receivepack true\ncd fleet\n")
        } shown: {
            $0.replacing(host, with: "ghcr.io")
        }
        #expect(try bare.git("rev-list", "--count", "--min-parents=2", "updates") == "0")
        try bare.git("fsck", "--strict")
        try expectNoSecret(in: told + bare.git("log", "--all", "--patch", "--format=fuller"))
    }

    /// Podinfo's releases, and an image of builds.
    private func fill(_ host: String) throws {
        let layout = try ImageLayout(created: "2026-01-01T00:00:00Z")
        let images = [
            "stefanprodan/podinfo": ["5.0.0", "5.0.1", "5.0.2", "5.0.3", "5.1.0"],
            "org/web": ["main-1a2b3c4-1700000000", "main-0f9e8d7-1700000900", "main-latest"],
        ]
        for (image, tags) in images {
            for tag in tags {
                try RealRegistry.skopeo(
                    "copy", "--quiet", "--all", "--dest-tls-verify=false",
                    "oci:\(layout.folder.path):all", "docker://\(host)/\(image):\(tag)")
            }
        }
    }

    private func keepPassword(in home: TemporaryDirectory) throws {
        let (user, password) = (HTTPGitServer.user, HTTPGitServer.password)
        try home.write(
            ".gitconfig",
            """
            [credential]
                helper = "!f() { echo username=\(user); echo 'password=\(password)'; }; f"
            """)
    }

    private func expectNoSecret(in text: String) {
        for secret in [HTTPGitServer.password, "l0ve%2Flace", "PRIVATE KEY"] {
            #expect(!text.contains(secret))
        }
        #expect(!text.contains(Data("ada:l0ve/lace".utf8).base64EncodedString()))
    }
}
