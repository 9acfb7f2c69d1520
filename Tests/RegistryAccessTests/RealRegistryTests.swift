import Foundation
import ImageReferences
import TestSupport
import Testing

@testable import RegistryAccess
@testable import WebAccess

/// Debian's registry with images that `skopeo` pushed; what it lists is compared with the client.
@Suite(
    .onOwnThreads,
    .enabled(
        if: RealRegistry.isThere, "docker-registry, skopeo, htpasswd or openssl is not installed"))
struct RealRegistryTests {
    private static let created = "2024-05-06T07:08:09.123456789Z"
    private static let tags = ["1.10.0", "1.9.0", "main-abc", "v2"]

    /// Pushed once, then served by every registry of these tests.
    private static let storage = Result {
        let storage = try TemporaryDirectory()
        let registry = try RealRegistry(storage: storage)
        let layout = try ImageLayout(created: created)
        for tag in tags {
            try RealRegistry.skopeo(
                "copy", "--quiet", "--all", "--dest-tls-verify=false",
                "oci:\(layout.folder.path):all",
                "docker://127.0.0.1:\(registry.port)/org/app:\(tag)")
        }
        return storage
    }

    private func expectAllContent(
        _ scene: Scene, _ image: RegistryImage
    ) async throws {
        let (tags, digest, manifest, configurations) = try await scene.run {
            client throws(RegistryError) in
            let digest = try await client.digest(of: image, tag: "v2")
            return (
                try await client.tags(of: image), digest,
                try await client.manifest(of: image, reference: digest.text),
                try await client.imageConfigurations(
                    of: image, reference: "v2", platform: "linux/arm64")
            )
        }
        #expect(tags == Self.tags)
        #expect(manifest.digest == digest)
        guard case .index(let images) = manifest.content else {
            Issue.record("no index")
            return
        }
        #expect(images.map(\.platform) == ["linux/amd64", "linux/arm64"])
        #expect(configurations.map(\.created) == [Self.created])
        #expect(configurations.map(\.labels) == [["app": "arm64"]])
    }

    @Test func `a registry over plain HTTP is read as skopeo reads it`() async throws {
        let registry = try RealRegistry(storage: try Self.storage.get())
        let scene = try Scene()
        let image = try scene.image(registry.port)
        try await expectAllContent(scene, image)
        let listed = try RealRegistry.skopeo(
            "list-tags", "--tls-verify=false", "docker://\(image.name)")
        // swift-format-ignore: AlwaysUseLowerCamelCase
        struct Listing: Decodable {
            let Tags: [String]
        }
        #expect(
            try JSONDecoder().decode(Listing.self, from: Data(listed.utf8)).Tags.sorted()
                == Self.tags)
        let digest = try RealRegistry.skopeo(
            "inspect", "--tls-verify=false", "--format", "{{.Digest}}", "docker://\(image.name):v2")
        let ours = try await scene.run { client throws(RegistryError) in
            try await client.digest(of: image, tag: "v2")
        }
        #expect(digest.trimmed == ours.text)
    }

    @Test func `missing images, tags and platforms are named`() async throws {
        let registry = try RealRegistry(storage: try Self.storage.get())
        let scene = try Scene()
        let (image, other) = (
            try scene.image(registry.port), try scene.image(registry.port, "no/app")
        )
        let tags = await scene.reason { client throws(RegistryError) in
            try await client.tags(of: other)
        }
        #expect(tags == .answer(.notFound(.tags)))
        let digest = await scene.reason { client throws(RegistryError) in
            try await client.digest(of: image, tag: "absent")
        }
        #expect(digest == .answer(.notFound(.manifest("absent"))))
        let others = try await scene.run { client throws(RegistryError) in
            try await client.imageConfigurations(
                of: image, reference: "v2", platform: "plan9/mips")
        }
        #expect(others.map(\.architecture) == ["amd64", "arm64"])
    }

    @Test func `a password is accepted by a registry with users`() async throws {
        let users = try TemporaryDirectory()
        let line = try ProgramRun(
            "htpasswd", ["-Bbn", "-C", "4", "alice", "wonder!"], at: "/",
            environment: ["PATH": "/usr/bin:/bin"])
        try users.write("users", line.output)
        let registry = try RealRegistry(
            storage: try Self.storage.get(),
            settings: "auth: {htpasswd: {realm: r, path: \(users.path)/users}}")
        var scene = try Scene()
        let image = try scene.image(registry.port)
        let anonymous = await scene.reason { client throws(RegistryError) in
            try await client.tags(of: image)
        }
        #expect(anonymous == .access(.credentialsMissing(host: "\(image.host)")))
        try scene.logIn(to: registry.port)
        try await expectAllContent(scene, image)
        try scene.logIn(to: registry.port, .password(user: Secret("alice"), password: Secret("x")))
        let wrong = await scene.reason { client throws(RegistryError) in
            try await client.tags(of: image)
        }
        #expect(wrong == .access(.credentialsRefused(host: "\(image.host)")))
    }

    @Test func `a given certificate authority is trusted`() async throws {
        let certificates = try Scene.certificates.get()
        let registry = try RealRegistry(
            storage: try Self.storage.get(), tls: certificates.server)
        var scene = try Scene()
        let image = try RegistryImage("localhost:\(registry.port)/org/app")
        try await expectAllContent(scene, image)
        scene.transport.certificateFile = nil
        let untrusted = await scene.reason { client throws(RegistryError) in
            try await client.tags(of: image)
        }
        #expect(untrusted == .transport(.untrustedCertificate, host: "\(image.host)"))
        scene.transport.environment = ["SSL_CERT_FILE": certificates.authority]
        try await expectAllContent(scene, image)
    }

    @Test(arguments: [true, false])
    func `a token of another host is accepted by the registry`(isAnonymous: Bool) async throws {
        let certificates = try Scene.certificates.get()
        let issuer = try TokenIssuer(certificates)
        let server = try await ScriptedServer(identity: certificates.server) { request in
            let now = Int(Date().timeIntervalSince1970)
            let isKnown = request.value(of: "authorization") == "Basic YWxpY2U6d29uZGVyIQ=="
            let isAsked = request.target.contains("scope=repository%3Aorg%2Fapp%3Apull")
            guard isKnown != isAnonymous, isAsked,
                let token = try? issuer.token(for: "org/app", now: now)
            else { return .answer(401) }
            return .json("{\"token\": \"\(token)\", \"expires_in\": 300}")
        }
        let registry = try RealRegistry(
            storage: try Self.storage.get(),
            settings: """
                auth: {token: {realm: "https://localhost:\(server.port)/token", service: registry, \
                issuer: issuer, rootcertbundle: \(certificates.authority)}}
                """)
        var scene = try Scene()
        if !isAnonymous { try scene.logIn(to: registry.port) }
        let image = try scene.image(registry.port)
        try await expectAllContent(scene, image)
        let other = try scene.image(registry.port, "other/app")
        let refused = await scene.reason { client throws(RegistryError) in
            try await client.tags(of: other)
        }
        let problem = AccessProblem.tokenRefused(
            server: "localhost:\(server.port)", anonymous: isAnonymous)
        #expect(refused == .access(problem))
        try await server.stop()
    }
}
