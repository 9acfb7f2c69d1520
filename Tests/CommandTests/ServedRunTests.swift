import Foundation
import TestSupport
import Testing

/// The runs of the service, with servers as in the world: what `update` can, it can too.
@Suite struct ServedRunTests {
    /// A remote over HTTP behind a password, and a registry with `org/web`.
    private struct Scene {
        let home: TemporaryDirectory
        let files: AutomationScene
        let git: HTTPGitServer
        let registry: RealRegistry
        let storage: TemporaryDirectory

        init(
            git settings: String = "", policy: String = "", configuration: String? = nil
        ) throws {
            home = try TemporaryDirectory()
            storage = try TemporaryDirectory()
            registry = try RealRegistry(storage: storage)
            try home.write("served/org/README", "")
            git = try HTTPGitServer(folder: "\(home.path)/served")
            let image = "127.0.0.1:\(registry.port)/org/web"
            var own = [
                "flux-system/sync.yaml": AutomationScene.source(
                    url: "http://127.0.0.1:\(git.port)/org/fleet.git"),
                "flux-system/policies.yaml": AutomationScene.policy("web")
                    .replacing("ghcr.io/org/web", with: image)
                    .replacing("  policy:\n", with: "\(policy)  policy:\n"),
                "apps/web.yaml": Manifest.podFollowing("web").replacing(
                    "ghcr.io/org/web", with: image),
            ]
            own[".sluice.yaml"] = configuration
            files = try AutomationScene(git: settings, files: own)
            try FileManager.default.createSymbolicLink(
                atPath: "\(home.path)/served/org/fleet.git",
                withDestinationPath: files.remote.path)
            try files.remote.git("config", "http.receivepack", "true")
            try home.write("password", HTTPGitServer.password)
            try home.write(
                "list.yaml",
                """
                repositories:
                  - url: http://127.0.0.1:\(git.port)/org/fleet.git
                    user: \(HTTPGitServer.user)
                    token-file: \(home.path)/password

                """)
        }

        func publish(_ tag: String, created: String = "2026-01-01T00:00:00Z") throws {
            let layout = try ImageLayout(created: created)
            try RealRegistry.skopeo(
                "copy", "--quiet", "--all", "--dest-tls-verify=false",
                "oci:\(layout.folder.path):all",
                "docker://127.0.0.1:\(registry.port)/org/web:\(tag)")
        }

        func serve(
            _ more: [String] = [], with variables: [String: String] = [:]
        ) throws -> ProgramRun {
            try files.clone.sluice(
                [
                    "serve", "--once", "--repositories", "\(home.path)/list.yaml", "--data",
                    "\(home.path)/data", "--insecure-registry", "127.0.0.1:\(registry.port)",
                ] + more, with: variables)
        }

        /// Whether a file below the directory of the service has these bytes.
        func stateHolds(_ secret: String) throws -> Bool {
            let run = try ProgramRun(
                "grep", ["--recursive", "--text", "--quiet", "--", secret, "\(home.path)/data"],
                at: home.path, environment: ["PATH": "/usr/bin:/bin"])
            return run.status == 0
        }
    }

    @Test(.enabled(if: RealRegistry.isThere))
    func `a branch is pushed with a token from a file, and proposed once`() async throws {
        let scene = try Scene(git: "\n    push: { branch: updates }")
        let forge = try await FakeGitea()
        try scene.publish("1.1.0")
        let words = [
            "--pull-requests", "--forge", "gitea", "--forge-url",
            "http://127.0.0.1:\(forge.port)/api/v1",
        ]
        var output = ""
        for _ in 0..<2 {
            let run = try scene.serve(words, with: ["SLUICE_FORGE_TOKEN": FakeGitea.token])
            #expect(run.status == 0, "\(run.errors)")
            output += run.output + run.errors
        }
        let entry = try #require(forge.entries.first)
        #expect(forge.entries.count == 1)
        #expect(entry.branch == "updates" && entry.base == "main")
        #expect(try scene.files.text(on: "updates").contains("org/web:1.1.0 #"))
        #expect(try scene.files.text().contains("org/web:1.0.0 #"))
        for secret in [FakeGitea.token, HTTPGitServer.password] {
            #expect(!output.contains(secret))
            #expect(try !scene.stateHolds(secret))
        }
        try await forge.stop()
    }

    @Test(.enabled(if: RealRegistry.isThere))
    func `an image that is too young waits`() throws {
        let scene = try Scene(configuration: "version: 1\nupdate: { minimumReleaseAge: 3 days }\n")
        try scene.publish("1.1.0")
        try scene.publish("1.2.0", created: Date.now.formatted(.iso8601))
        let run = try scene.serve()
        #expect(run.status == 1)
        #expect(run.errors.contains("`minimumReleaseAge` is 3 days"), "\(run.errors)")
        #expect(try scene.files.text().contains("org/web:1.0.0 #"))
        try scene.publish("1.3.0")
        #expect(try scene.serve().status == 0)
        #expect(try scene.files.text().contains("org/web:1.3.0 #"))
    }

    @Test(.enabled(if: RealRegistry.isThere))
    func `digests are written where a policy reflects them`() throws {
        let scene = try Scene(policy: "  digestReflectionPolicy: IfNotPresent\n")
        try scene.publish("1.1.0")
        let run = try scene.serve()
        #expect(run.status == 0, "\(run.errors)")
        let text = try scene.files.text()
        #expect(text.contains(/org\/web:1\.1\.0@sha256:[0-9a-f]{64} #/), "\(text)")
    }

    @Test(.enabled(if: RealRegistry.isThere))
    func `a push under way ends when the service is stopped`() throws {
        let scene = try Scene()
        try scene.publish("1.1.0")
        try FileManager.default.createDirectory(
            atPath: "\(scene.files.remote.path)/hooks", withIntermediateDirectories: true)
        let begun = "\(scene.home.path)/begun"
        let hooks = try TemporaryDirectory()
        try hooks.writeProgram(
            "pre-receive",
            "#!/bin/sh\ntouch '\(begun)'\nuntil [ -e '\(begun).end' ]; do sleep 0.1; done\n")
        try scene.files.remote.git("config", "core.hooksPath", hooks.path)
        // The threads of a test block signals, and so would the program.
        let unblocking = """
            import os, signal, sys
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let program = try RunningProgram(
            [
                "python3", "-c", unblocking, BuiltProgram.path, "serve", "--repositories",
                "\(scene.home.path)/list.yaml", "--data", "\(scene.home.path)/data",
                "--insecure-registry", "127.0.0.1:\(scene.registry.port)", "--listen",
                "127.0.0.1:0", "--listen-ui", "127.0.0.1:0",
            ], at: scene.files.clone.path, environment: scene.files.clone.environment)
        // Without suspension: the service waits 25 seconds, and other tests take the threads.
        while program.isRunning, !FileManager.default.fileExists(atPath: begun) { usleep(20_000) }
        #expect(program.isRunning)
        program.terminate()
        usleep(1_000_000)
        #expect(program.isRunning)
        try scene.home.write("begun.end", "")
        #expect(program.status() == 0)
        #expect(try scene.files.text().contains("org/web:1.1.0 #"))
    }
}
