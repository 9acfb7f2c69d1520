import Foundation
import Synchronization
import TestSupport
import Testing

/// The service as a process: started, killed, and started again.
@Suite struct ServeTests {
    /// A remote, and a registry on this machine that has its image.
    private final class Scene: Sendable {
        let files: AutomationScene
        let server: ScriptedServer
        private let tags: Tags

        private final class Tags: Sendable {
            let all = Mutex(["1.0.0"])
        }

        init(configuration: String? = nil) async throws {
            let tags = Tags()
            self.tags = tags
            server = try await ScriptedServer { request in
                let names = tags.all.withLock { $0 }.map { "\"\($0)\"" }.joined(separator: ",")
                let body = #"{"name":"org/web","tags":[\#(names)]}"#
                let isList = request.target.contains("tags/list")
                return [
                    .send(
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                            + "Content-Length: \(isList ? body.utf8.count : 2)\r\n"
                            + "Connection: close\r\n\r\n" + (isList ? body : "{}")),
                    .close,
                ]
            }
            let image = "127.0.0.1:\(server.port)/org/web"
            var own = [
                "flux-system/policies.yaml": AutomationScene.policy("web").replacing(
                    "ghcr.io/org/web", with: image),
                "apps/web.yaml": Manifest.podFollowing("web").replacing(
                    "ghcr.io/org/web", with: image),
            ]
            own[".sluice.yaml"] = configuration
            files = try AutomationScene(files: own)
        }

        func publish(_ tag: String) { tags.all.withLock { $0.append(tag) } }

        func remove(_ tag: String) { tags.all.withLock { $0.removeAll { $0 == tag } } }

        var arguments: [String] {
            [
                "serve", "--repository", files.remote.path, "--data",
                "\(files.clone.home.path)/data", "--insecure-registry",
                "127.0.0.1:\(server.port)",
            ]
        }

        func sluice(_ more: String...) throws -> ProgramRun {
            try files.clone.sluice(arguments + more)
        }

        /// The tags that commits of the remote brought, in their order.
        func landedTags() throws -> [String] {
            try files.remote.git("log", "--reverse", "-p", "--format=", "main", "--", "apps")
                .split(separator: "\n").filter { $0.hasPrefix("+ ") && $0.contains("org/web:") }
                .compactMap { line in
                    line.firstMatch(of: /org\/web:([0-9.]+)/).map { String($0.1) }
                }
        }
    }

    @Test func `all that is due is done once`() async throws {
        let scene = try await Scene()
        scene.publish("1.1.0")
        let run = try scene.sluice("--once")
        #expect(run.status == 0)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("pushed automation=flux-system/images branch=main"))
        #expect(try scene.landedTags() == ["1.0.0", "1.1.0"])
        scene.publish("1.2.0")
        let next = try scene.sluice("--once", "--log-format", "json")
        #expect(next.errors.contains(#""message":"pushed""#))
        #expect(try scene.landedTags() == ["1.0.0", "1.1.0", "1.2.0"])
    }

    @Test func `a process that is killed loses nothing`() async throws {
        let scene = try await Scene()
        var generator = SeededGenerator(seed: UInt64.random(in: .min ... .max))
        for number in 1...(LongTests.areWanted ? 500 : 12) {
            scene.publish("1.\(number).0")
            let program = try RunningProgram(
                [BuiltProgram.path] + scene.arguments + ["--once"], at: scene.files.clone.path,
                environment: scene.files.clone.environment)
            try await Task.sleep(
                for: .milliseconds(Int.random(in: 0..<900, using: &generator)))
            program.kill()
        }
        let last = "1.\(LongTests.areWanted ? 500 : 12).0"
        let run = try scene.sluice("--once")
        #expect(run.status == 0)
        #expect(!run.errors.contains("warning"), "\(run.errors)")
        let landed = try scene.landedTags()
        #expect(landed.last == last)
        #expect(Set(landed).count == landed.count, "\(landed)")
    }

    @Test func `an image that lost many tags is left alone`() async throws {
        let scene = try await Scene(configuration: "version: 1\nupdate: { maximumTagLoss: 20 }\n")
        for number in 1...5 { scene.publish("0.\(number).0") }
        #expect(try scene.sluice("--once").status == 0)
        for number in 1...5 { scene.remove("0.\(number).0") }
        scene.publish("1.1.0")
        // The second scan does not excuse the first.
        for _ in 0..<2 {
            let run = try scene.sluice("--once")
            #expect(run.status == 1)
            #expect(run.errors.contains("5 of the 6 tags of"), "\(run.errors)")
        }
        #expect(try scene.landedTags() == ["1.0.0"])
        for number in 1...5 { scene.publish("0.\(number).0") }
        #expect(try scene.sluice("--once").status == 0)
        #expect(try scene.landedTags() == ["1.0.0", "1.1.0"])
    }

    @Test func `a directory serves one process`() async throws {
        let scene = try await Scene()
        let program = try RunningProgram(
            [BuiltProgram.path] + scene.arguments
                + ["--listen", "127.0.0.1:0", "--listen-ui", "127.0.0.1:0"],
            at: scene.files.clone.path, environment: scene.files.clone.environment)
        let lock = "\(scene.files.clone.home.path)/data/state.sqlite"
        while program.isRunning, !FileManager.default.fileExists(atPath: lock) {
            try await Task.sleep(for: .milliseconds(20))
        }
        let run = try scene.sluice("--once")
        #expect(run.status == 2)
        #expect(run.errors.contains("another process uses"))
        program.kill()
        #expect(try scene.sluice("--once").status == 0)
    }

    @Test(arguments: [
        ([], "--repository or --repositories says what is served"),
        (["--repository", "https://ada:secret@git.example/fleet"], "--repository takes URL"),
        (["--repository", "/a", "--log-format", "xml"], "the log is written as text or json"),
        (["--repository", "/a", "--listen", "nowhere"], "an address is HOST:PORT"),
        (["--repository", "/a", "--forge", "github"], "go with --pull-requests"),
    ])
    func `wrong usage is told`(_ arguments: [String], _ message: String) throws {
        let run = try GitFixture().sluice(["serve"] + arguments)
        #expect(run.status == 64)
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(!run.errors.contains("ada"))
    }

    @Test(arguments: [
        ("- url: /a\n", "it has no list `repositories`"),
        ("repositories:\n  - branch: main\n", "repository 1: it has no `url`"),
        ("repositories:\n  - {url: /a, token: x}\n", "`token` is no key here"),
        (
            "repositories:\n  - {url: /a}\n  - {url: 'https://a:b@c.example/d'}\n",
            "repository 2: its `url` or `branch` is none that Git takes, or holds a password"
        ),
        ("repositories:\n  - {url: /a}\n  - {url: /a}\n", "`/a` is served twice"),
    ])
    func `faults of the file are told`(_ text: String, _ message: String) throws {
        let fixture = try GitFixture()
        try fixture.write("list.yaml", text)
        let run = try fixture.sluice(["serve", "--repositories", "list.yaml", "--data", "data"])
        #expect(run.status == 2)
        #expect(run.errors.contains(message), "\(run.errors)")
    }
}
