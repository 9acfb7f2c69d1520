import Foundation
import TestSupport
import Testing

/// `sluice scan`, and the commands that read its snapshots, with a registry on this machine.
@Suite struct ScanTests {
    /// Lists three tags of `org/web`, and nothing else.
    private static func registry() async throws -> ScriptedServer {
        try await ScriptedServer { request in
            switch request.target {
            case "/v2/", "/v2": .answer(200, "{}")
            case "/v2/org/web/tags/list?n=1000":
                .answer(200, #"{"name":"org/web","tags":["1.1.0","1.0.0","1.1.0.sig"]}"#)
            case "/v2/org/web/manifests/1.1.0":
                .answer(200, fields: ["Docker-Content-Digest: sha256:\(Self.digest)"])
            default: .answer(404, "{}")
            }
        }
    }

    private static let digest = String(repeating: "5", count: 64)

    private static func manifest(_ name: String, image: String, extra: String = "") -> String {
        """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageRepository
        metadata: { name: \(name), namespace: apps }
        spec: { image: "\(image)", interval: 1m\(extra) }
        ---
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImagePolicy
        metadata: { name: \(name), namespace: apps }
        spec:
          imageRepositoryRef: { name: \(name) }
          policy: { semver: { range: ">=1.0.0" } }

        """
    }

    private struct Snapshot: Decodable {
        struct Image: Decodable {
            let image: String
            let time: String
            let tags: [String]
            let digests: [String: String]?
        }
        let schema: Int
        let images: [Image]
    }

    private func snapshot(_ text: String) throws -> Snapshot {
        try JSONDecoder().decode(Snapshot.self, from: Data(text.utf8))
    }

    @Test func `a snapshot contains all tags of the images that could be scanned`() async throws {
        let server = try await Self.registry()
        let host = "127.0.0.1:\(server.port)"
        let repository = try GitFixture(files: [
            "a.yaml": Self.manifest("web", image: "\(host)/org/web"),
            "b.yaml": Self.manifest("gone", image: "\(host)/org/gone"),
            "c.yaml": Self.manifest("held", image: "\(host)/org/held", extra: ", suspend: true"),
            "d.yaml": Self.manifest("open", image: "${registry}/org/web"),
        ])
        let run = try repository.sluice(["scan"], with: ["SOURCE_DATE_EPOCH": "1769774400"])
        let image = try #require(try snapshot(run.output).images.first)
        #expect(run.status == 1)
        #expect(image.image == "\(host)/org/web" && image.time == "2026-01-30T12:00:00Z")
        #expect(image.tags == ["1.0.0", "1.1.0", "1.1.0.sig"] && image.digests == nil)
        let notes = run.errors.split(separator: "\n")
        #expect(notes.count == 4 && notes.last == "3 tags of 1 image")
        #expect(notes.contains("skipped apps/held: it is suspended"))
        #expect(notes[1].hasPrefix("skipped apps/open: a variable in its image has no value here"))
        #expect(notes[2].hasPrefix("failed \(host)/org/gone: "))
        try await server.stop()
    }

    @Test func `variables get their values from the command line`() async throws {
        let server = try await Self.registry()
        let repository = try GitFixture(files: [
            "d.yaml": Self.manifest("web", image: "${registry}/org/web")
        ])
        let set = ["--set", "registry=127.0.0.1:\(server.port)"]
        let run = try repository.sluice(
            ["scan", "apps/web", "--digests", "--snapshot", "tags.json"] + set)
        #expect(run.status == 0 && run.output.isEmpty)
        let text = try String(contentsOfFile: "\(repository.path)/tags.json", encoding: .utf8)
        #expect(try snapshot(text).images.first?.digests == ["1.1.0": "sha256:\(Self.digest)"])
        let policy = try repository.sluice(
            ["explain", "policy", "apps/web", "--tags", "tags.json"] + set)
        #expect(policy.output.hasSuffix("\nselected  1.1.0\n"))
        try await server.stop()
    }

    @Test func `explain policy asks the registry itself`() async throws {
        let server = try await Self.registry()
        let host = "127.0.0.1:\(server.port)"
        let repository = try GitFixture(files: [
            "a.yaml": Self.manifest("web", image: "\(host)/org/web"),
            "b.yaml": Self.manifest("gone", image: "\(host)/org/gone"),
        ])
        let run = try repository.sluice(["explain", "policy", "apps/web", "--registry"])
        #expect(run.status == 0 && run.output.hasSuffix("\nselected  1.1.0\n"))
        #expect(!server.requests.contains { $0.target.contains("gone") })
        let gone = try repository.sluice(["explain", "policy", "apps/gone", "--registry"])
        #expect(gone.status == 2 && gone.errors.contains("no tags of `\(host)/org/gone`"))
        try await server.stop()
    }

    @Test func `an update contacts only the registries of its markers`() async throws {
        let server = try await Self.registry()
        let host = "127.0.0.1:\(server.port)"
        func pod(_ name: String, _ tag: String) -> String {
            """
            apiVersion: v1
            kind: Pod
            metadata: { name: \(name) }
            spec:
              containers:
                - name: main
                  image: \(host)/org/\(name):\(tag) # {"$imagepolicy": "apps:\(name)"}

            """
        }
        let repository = try GitFixture(files: [
            "a.yaml": Self.manifest("web", image: "\(host)/org/web"),
            "b.yaml": Self.manifest("gone", image: "\(host)/org/gone"),
            "c.yaml": Self.manifest("free", image: "\(host)/org/free"),
            "web.yaml": pod("web", "1.0.0"),
        ])
        let run = try repository.sluice(["update", "--in-place", "--registry"])
        #expect(run.status == 0, "\(run.errors)")
        let file = URL(filePath: "\(repository.path)/web.yaml")
        #expect(try String(contentsOf: file, encoding: .utf8) == pod("web", "1.1.0"))
        #expect(!server.requests.contains { $0.target.contains("free") })

        try repository.write("gone.yaml", pod("gone", "1.0.0"))
        let failed = try repository.sluice(["update", "--in-place", "--registry"])
        #expect(failed.status == 1)
        #expect((failed.output + failed.errors).contains("\(host)/org/gone"))
        try await server.stop()
    }

    @Test func `credentials come from variables and files and are never shown`() async throws {
        let secret = "alice:wonder!"
        let basic = Data(secret.utf8).base64EncodedString()
        let server = try await ScriptedServer { request in
            guard request.value(of: "authorization") == "Basic \(basic)" else {
                return .answer(401, fields: [#"WWW-Authenticate: Basic realm="here""#])
            }
            return .answer(200, #"{"name":"org/web","tags":["1.0.0"]}"#)
        }
        let host = "127.0.0.1:\(server.port)"
        let repository = try GitFixture(files: [
            "a.yaml": Self.manifest("web", image: "\(host)/org/web")
        ])
        try repository.write("secret", secret + "\n")
        for source in ["env:LOGIN", "file:secret"] {
            let run = try repository.sluice(
                ["scan", "--registry-auth", "\(host)=\(source)"], with: ["LOGIN": secret])
            #expect(run.status == 0, "\(run.errors)")
            #expect(!(run.output + run.errors).contains("wonder"))
        }
        try repository.write("secret", "wonder-without-a-colon")
        let wrong = try repository.sluice(["scan", "--registry-auth", "\(host)=file:secret"])
        #expect(wrong.status == 2)
        #expect(
            wrong.errors
                == "sluice: the file `secret` does not hold USER:PASSWORD on one line\n")
        let none = try repository.sluice(["scan", "--registry-auth", "\(host)=env:LOGIN"])
        #expect(none.status == 2 && none.errors.contains("`LOGIN`"))
        let argument = try repository.sluice(["scan", "--registry-auth", "\(host)=\(secret)"])
        #expect(argument.status == 64)
        try await server.stop()
    }

    @Test func `nothing is written where no image can be listed`() async throws {
        let server = try await Self.registry()
        let repository = try GitFixture(files: [
            "a.yaml": Self.manifest("gone", image: "127.0.0.1:\(server.port)/org/gone"),
            "b.yaml": Self.manifest("open", image: "${registry}/org/web"), "tags.json": "{}",
        ])
        for name in ["gone", "open"] {
            let run = try repository.sluice(["scan", "apps/\(name)"])
            #expect(run.status == 1 && run.output.isEmpty)
            #expect(run.errors.hasSuffix("written, because no image could be listed\n"))
            let file = try repository.sluice(["scan", "apps/\(name)", "--snapshot", "tags.json"])
            let text = try String(contentsOfFile: "\(repository.path)/tags.json", encoding: .utf8)
            #expect(file.status == 1 && text == "{}")
        }
        let none = try GitFixture(files: ["a.yaml": "a: 1\n"]).sluice(["scan"])
        #expect(try none.status == 0 && snapshot(none.output).images.isEmpty)
        try await server.stop()
    }

    @Test func `an unknown ImageRepository ends the scan`() throws {
        let repository = try GitFixture(files: [
            "a.yaml": Self.manifest("web", image: "ghcr.io/org/web")
        ])
        let run = try repository.sluice(["scan", "apps/wbe"])
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errors == "sluice: the repository declares no ImageRepository `apps/wbe`\n")
    }
}
