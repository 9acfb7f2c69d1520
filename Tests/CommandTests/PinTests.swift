import Foundation
import TestSupport
import Testing

/// Digests that `check --fix --unsafe-fixes --registry` writes.
@Suite struct PinTests {
    private static let registryIsThere: Comment = "docker-registry, skopeo and others are missing"

    /// A registry that has a digest for each image below `org`, except `gone`, and nothing else.
    private static func registry() async throws -> ScriptedServer {
        try await ScriptedServer { request in
            let parts = request.target.split(separator: "/")
            guard parts.starts(with: ["v2", "org"]), parts.count == 5, parts[2] != "gone" else {
                return .answer(request.target == "/v2/" ? 200 : 404)
            }
            return .answer(200, fields: ["Docker-Content-Digest: \(digest(of: parts[2]))"])
        }
    }

    private static func digest(of name: some StringProtocol) -> String {
        let letters = name.utf8.map { String(format: "%02x", $0) }.joined()
        return "sha256:" + (letters + String(repeating: "0", count: 64)).prefix(64)
    }

    private static func asked(_ server: ScriptedServer) -> [String] {
        server.requests.map(\.target).filter { $0.contains("/manifests/") }.sorted()
    }

    @Test
    func `each digest is fetched once and a missing one does not stop the others`() async throws {
        let server = try await Self.registry()
        let host = "127.0.0.1:\(server.port)"
        let names = ["a", "b", "c", "d", "gone", "web"]
        var files = ["twice.yaml": Manifest.pod("'\(host)/org/web:latest' # of the team")]
        for name in names { files["\(name).yaml"] = Manifest.pod("\(host)/org/\(name):latest") }
        files["other.yaml"] = Manifest.pod("\(host)/org/fine:1.0.0")
        files["marked.yaml"] = Manifest.pod(
            "\(host)/org/marked:latest # {\"$imagepolicy\": \"flux-system:web\"}")
        let fixture = try GitFixture(files: files)
        let run = try fixture.check("--fix", "--unsafe-fixes", "--registry")
        #expect(run.status == 1)
        #expect(run.findings.map { $0.prefix { $0 != ":" } } == ["gone.yaml", "marked.yaml"])
        let notes = run.errors.split(separator: "\n")
        #expect(notes[0].hasPrefix("no digest of \(host)/org/gone:latest: the registry has no"))
        #expect(notes[1] == "fixed 6 findings in 6 files")
        #expect(
            try String(contentsOfFile: "\(fixture.path)/twice.yaml", encoding: .utf8)
                == Manifest.pod(
                    "'\(host)/org/web:latest@\(Self.digest(of: "web"))' # of the team"))
        let changed = ["a", "b", "c", "d", "twice", "web"].map { " M \($0).yaml" }
        #expect(try fixture.git("status", "--porcelain") == changed.joined(separator: "\n"))
        #expect(Self.asked(server) == names.map { "/v2/org/\($0)/manifests/latest" })
        #expect(
            server.requests.filter { $0.target.contains("manifests") }.allSatisfy {
                $0.method == "HEAD"
            })
        try await server.stop()
    }

    @Test func `no registry is contacted without the option registry`() async throws {
        let server = try await Self.registry()
        let fixture = try GitFixture(files: [
            "a.yaml": Manifest.pod("127.0.0.1:\(server.port)/org/web:latest")
        ])
        for arguments in [["check"], ["check", "--fix", "--unsafe-fixes"]] {
            #expect(try fixture.sluice(arguments).status == 1)
        }
        #expect(server.requests.isEmpty)
        for arguments in [["--fix"], ["--unsafe-fixes"], []] {
            let run = try fixture.sluice(["check", "--registry"] + arguments)
            #expect(run.status == 64)
            #expect(run.errors.contains("Error: --registry goes with --unsafe-fixes"))
        }
        let run = try fixture.check("--fix", "--unsafe-fixes", "--registry-ca", "ca.pem")
        #expect(run.status == 64)
        try await server.stop()
    }

    @Test func `no digest is fetched for findings that options leave out`() async throws {
        let server = try await Self.registry()
        let host = "127.0.0.1:\(server.port)"
        let accepted = Manifest.pod("\(host)/org/a:latest").replacing(
            "    - image", with: "    # sluice: ignore[image-latest-tag] a test\n    - image")
        let fixture = try GitFixture(files: [
            "a.yaml": accepted, "b/b.yaml": Manifest.pod("\(host)/org/b:latest"),
            "c/c.yaml": Manifest.pod("\(host)/org/c:latest"),
            "c/d.yaml": Manifest.pod("\(host)/org/d"),
        ])
        let run = try fixture.check(
            "--fix", "--unsafe-fixes", "--registry", "--rule", "image-latest-tag", "c")
        #expect(run.status == 0, "\(run.output)")
        #expect(try fixture.git("status", "--porcelain") == " M c/c.yaml")
        #expect(Self.asked(server) == ["/v2/org/c/manifests/latest"])
        try await server.stop()
    }

    @Test(.enabled(if: RealRegistry.isThere, registryIsThere))
    func `the index of all platforms is pinned and no password is shown`() throws {
        let (users, storage) = (try TemporaryDirectory(), try TemporaryDirectory())
        let registry = try RealRegistry.guarded(
            by: "alice:wonder!", tags: ["latest", "1.4.0"], users, storage: storage)
        let host = "127.0.0.1:\(registry.port)"
        let index = try RealRegistry.skopeo(
            "inspect", "--tls-verify=false", "--creds", "alice:wonder!", "--format", "{{.Digest}}",
            "docker://\(host)/org/web:latest"
        ).split(separator: "\n")[0]
        let before = """
            web: &web
              image: "\(host)/org/web:latest" # the newest
            """
        let configuration = """
            version: 1
            environments:
              - name: production
                paths: ["*.yaml"]
                images: ["**"]
                identity: digest

            """
        let pods = ["latest", "1.4.0"].map { Manifest.pod("\"\(host)/org/web:\($0)\" # \($0)") }
        let fixture = try GitFixture(files: [
            ".sluice.yaml": configuration, "a.yaml": pods[0], "b.yaml": pods[1],
            "values.yaml": before,
        ])
        let arguments = [
            "check", "--unsafe-fixes", "--registry", "--registry-auth", "\(host)=env:LOGIN",
        ]
        func run(_ action: String, _ login: String) throws -> ProgramRun {
            try fixture.sluice(arguments + [action], with: ["LOGIN": login])
        }
        let wrong = try run("--fix", "alice:wander!")
        #expect(wrong.status == 1 && wrong.errors.contains("no digest of \(host)/org/web:latest"))
        let diff = try run("--diff", "alice:wonder!")
        #expect(diff.status == 1 && diff.errors == "would fix 2 findings in 2 files\n")
        #expect(diff.output.contains("+    - image: \"\(host)/org/web:1.4.0@\(index)\" # 1.4.0"))
        #expect(try fixture.git("status", "--porcelain").isEmpty)
        let fix = try run("--fix", "alice:wonder!")
        #expect(fix.status == 0, "\(fix.output)\(fix.errors)")
        for (name, tag, pod) in [("a", "latest", pods[0]), ("b", "1.4.0", pods[1])] {
            #expect(
                try String(contentsOfFile: "\(fixture.path)/\(name).yaml", encoding: .utf8)
                    == pod.replacing("web:\(tag)", with: "web:\(tag)@\(index)"))
        }
        for text in [wrong, diff, fix].map({ $0.output + $0.errors }) {
            #expect(!text.contains("wonder") && !text.contains("wander"))
        }
        #expect(try fixture.check().status == 0)
    }
}
