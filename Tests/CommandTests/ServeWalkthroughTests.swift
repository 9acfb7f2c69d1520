import Foundation
import TestSupport
import Testing

/// The commands of `docs/serve.md`: a registry that calls the service, which pushes a commit.
@Suite(.enabled(if: RealRegistry.isThere, "docker-registry and skopeo are not installed"))
struct ServeWalkthroughTests {
    @Test func `every command of the page prints what the page shows`() async throws {
        let home = try TemporaryDirectory()
        let shell = GitFixture(at: "work", in: home)
        try FileManager.default.createDirectory(
            atPath: shell.path, withIntermediateDirectories: false)
        for (name, path) in [
            ("sluice", BuiltProgram.path), ("docker-registry", "/usr/bin/docker-registry"),
        ] {
            try home.writeProgram("bin/\(name)", Self.detached(path))
        }
        defer { stop(["serve.pid", "registry.pid"], in: shell.path) }
        let layout = try ImageLayout(created: "2026-01-01T00:00:00Z")
        let ports = try await freePorts(3)
        let places = ["127.0.0.1:5000", "127.0.0.1:9292", "127.0.0.1:9440"]
        let told = try WalkthroughPage("docs/serve.md").run(in: shell) { commands in
            zip(places, ports).reduce(commands) { text, pair in
                text.replacing(pair.0, with: "127.0.0.1:\(pair.1)")
            }.replacing(
                "docker://ghcr.io/stefanprodan/podinfo:6.7.0", with: "oci:\(layout.folder.path):all"
            )
        } shown: { text in
            text.replacing("127.0.0.1:\(ports[0])", with: places[0])
        }
        #expect(told.contains("fluxcdbot: Update flux-system/apps"))
        let log = try String(contentsOfFile: "\(shell.path)/serve.log", encoding: .utf8)
        #expect(log.contains("receiver called"))
        #expect(!log.contains("walkthrough-token") && !log.contains("/hook/"))
    }

    /// A script that runs a program without the descriptors of the test: one of them tells that
    /// the shell has ended, and a program in the background would keep it open.
    private static func detached(_ path: String) -> String {
        """
        #!/usr/bin/python3
        import os, sys
        os.closerange(3, 4096)
        os.execv("\(path)", ["\(path)", *sys.argv[1:]])
        """
    }

    /// Ports that were free a moment ago.
    private func freePorts(_ count: Int) async throws -> [Int] {
        var servers: [ScriptedServer] = []
        for _ in 0..<count { servers.append(try await ScriptedServer { _ in [] }) }
        let ports = servers.map(\.port)
        for server in servers { try await server.stop() }
        return ports
    }

    /// Ends the processes whose numbers are in these files, as far as they still run.
    private func stop(_ files: [String], in folder: String) {
        for file in files {
            guard let text = try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8),
                let id = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines))
            else { continue }
            kill(id, SIGKILL)
        }
    }
}
