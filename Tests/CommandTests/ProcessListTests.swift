import Foundation
import TestSupport
import Testing

/// Passwords and tokens of an update, which no process list may show.
@Suite(
    .enabled(if: RealRegistry.isThere, "docker-registry, skopeo and others are missing"),
    .enabled(if: ProcessWatch.isPossible, "there is no /proc"),
    .enabled(if: Programs.has("gpg"), "gpg is missing"))
struct ProcessListTests {
    private static let phrase = "open sesame"
    private static let login = "alice:wonder!"

    /// All secrets, in the forms in which programs pass them on.
    private static let secrets = [
        phrase, "wonder!", HTTPGitServer.password, "l0ve%2Flace",
        Data(login.utf8).base64EncodedString(),
        Data("\(HTTPGitServer.user):\(HTTPGitServer.password)".utf8).base64EncodedString(),
    ]

    private static func leaks(in lines: some Sequence<String>) -> [String] {
        lines.filter { line in secrets.contains { line.contains($0) } }
    }

    /// Puts a program on `PATH` that writes down its arguments and runs the real one.
    private func note(_ program: String, for fixture: GitFixture) throws {
        let real = try fixture.run("sh", "-c", "command -v \(program)")
        try fixture.home.writeProgram(
            "bin/\(program)",
            """
            #!/bin/sh
            echo "\(program) $*" >> '\(fixture.home.path)/arguments'
            exec '\(real)' "$@"

            """)
    }

    /// Serves the same repository behind a password, which a file of the user contains.
    private func protect(_ scene: AutomationScene, _ server: HTTPGitServer) throws {
        let host = "127.0.0.1:\(server.port)"
        let url = "http://\(host)/remote.git"
        try scene.clone.commit(["flux-system/sync.yaml": AutomationScene.source(url: url)])
        try scene.clone.git("push", "--quiet", "origin", "main")
        try scene.remote.git("config", "http.receivepack", "true")
        try scene.clone.git("remote", "set-url", "origin", url)
        try scene.clone.home.write(
            "credentials", "http://\(HTTPGitServer.user):l0ve%2Flace@\(host)\n")
        try scene.clone.git(
            "config", "--global", "credential.helper",
            "store --file=\(scene.clone.home.path)/credentials")
    }

    private func makeKey(in ring: String, for fixture: GitFixture) throws {
        try FileManager.default.createDirectory(
            atPath: ring, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        try fixture.run(
            "gpg", "--homedir", ring, "--batch", "--quiet", "--pinentry-mode", "loopback",
            "--passphrase", Self.phrase, "--quick-generate-key",
            "Flux Bot <fluxcdbot@example.org>", "ed25519", "sign")
        try fixture.run("gpgconf", "--homedir", ring, "--kill", "gpg-agent")
    }

    @Test func `a secret in an argument is detected`() async throws {
        let fixture = try GitFixture()
        let lines = try await ProcessWatch.commandLines(ofHome: fixture.home.path) {
            try fixture.run("sh", "-c", "sleep 1; true", "l0ve/lace")
        }
        // The lines may also contain the program that starts it.
        #expect(Self.leaks(in: lines).contains("sh -c sleep 1; true l0ve/lace"))
        #expect(try await ProcessWatch.commandLines(ofHome: "/nowhere") {}.isEmpty)
    }

    @Test func `no process of an update shows a secret`() async throws {
        let (users, storage) = (try TemporaryDirectory(), try TemporaryDirectory())
        let registry = try RealRegistry.guarded(
            by: Self.login, tags: ["1.0.0", "1.1.0"], users, storage: storage)
        let host = "127.0.0.1:\(registry.port)"
        let scene = try AutomationScene(files: [
            "flux-system/policies.yaml": AutomationScene.policy("web").replacing(
                "ghcr.io", with: host),
            "apps/web.yaml": Manifest.podFollowing("web").replacing("ghcr.io", with: host),
            ".sluice.yaml": "version: 1\nupdate: { minimumReleaseAge: 3 days }\n",
        ])
        let server = try HTTPGitServer(folder: scene.clone.home.path)
        try protect(scene, server)
        // The path of an agent's socket has to be short.
        let ring = "/tmp/sluice-\(UInt32.random(in: 0 ... .max))"
        defer {
            _ = try? scene.clone.run("gpgconf", "--homedir", ring, "--kill", "all")
            try? FileManager.default.removeItem(atPath: ring)
        }
        try makeKey(in: ring, for: scene.clone)
        for program in ["git", "gpg"] { try note(program, for: scene.clone) }
        let lines = try await ProcessWatch.commandLines(ofHome: scene.clone.home.path) {
            let run = try scene.clone.sluice(
                [
                    "update", "--registry-auth", "\(host)=env:LOGIN",
                    "--signing-key", "fluxcdbot@example.org", "--signing-passphrase", "env:PHRASE",
                    "--verify-command", "sh -c true",
                ], with: ["GNUPGHOME": ring, "LOGIN": Self.login, "PHRASE": Self.phrase])
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            #expect(Self.leaks(in: [run.output, run.errors]).isEmpty)
        }
        let noted = try scene.clone.home.text(of: "arguments").split(separator: "\n")
            .map(String.init)
        for command in ["git -C", " ls-remote ", " push ", "gpg --batch"] {
            #expect(noted.contains { $0.contains(command) }, "\(command)")
        }
        #expect(lines.contains { $0.contains("sluice update --registry-auth") })
        #expect(Self.leaks(in: noted + lines).isEmpty)
        let history = try scene.remote.git("log", "--patch", "--format=raw", "main")
        #expect(Self.leaks(in: [history]).isEmpty)
        #expect(history.contains("gpgsig"))
        #expect(try scene.text().contains("web:1.1.0 #"))
    }
}
