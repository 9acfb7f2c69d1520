import Foundation
import ImageReferences
import Synchronization
import TestSupport
import Testing

@testable import RegistryAccess
@testable import WebAccess

/// Copies between Debian's registries, compared by `skopeo`.
@Suite(
    .serialized,
    .enabled(
        if: RealRegistry.isThere, "docker-registry, skopeo, htpasswd or openssl is not installed"))
struct RealCopyTests {
    private static let size = 20 << 20

    /// Puts content into a registry by plain requests.
    private struct Content {
        let port: Int
        let path: String
        let transport: AsyncHTTPTransport

        private func send(
            _ method: HTTPRequest.Method, _ target: String, accepted: [String] = []
        ) async throws -> HTTPAnswer {
            let address = try #require(WebAddress("http://127.0.0.1:\(port)\(target)"))
            return try await transport.send(
                HTTPRequest(
                    method: method, address: address, accepted: accepted, bodyLimit: 1 << 22))
        }

        func blob(_ bytes: [UInt8], type: String = "text/plain") async throws -> String {
            let digest = try #require(Digest(of: bytes)).text
            let start = try await send(.post(.none), "/v2/\(path)/blobs/uploads/")
            let location = try #require(start.values(of: "location").first)
            let session = try #require(WebAddress(location)).appending(query: [("digest", digest)])
            let answer = try await transport.send(
                HTTPRequest(
                    method: .put(.bytes(bytes, type: "application/octet-stream")),
                    address: session, bodyLimit: 1 << 16))
            #expect(answer.status == 201)
            return #"{"mediaType": "\#(type)", "digest": "\#(digest)", "size": \#(bytes.count)}"#
        }

        /// Gives the digest.
        func manifest(
            _ text: String, type: String = FakeRegistry.imageType, tag: String? = nil
        ) async throws -> Digest {
            let digest = try #require(Digest(of: Array(text.utf8)))
            let answer = try await send(
                .put(.bytes(Array(text.utf8), type: type)),
                "/v2/\(path)/manifests/\(tag ?? digest.text)")
            #expect(answer.status == 201)
            return digest
        }

        func image(_ layer: [UInt8], tag: String? = nil, more: String = "") async throws -> Digest {
            let config = try await blob(
                Array(#"{"os": "linux", "architecture": "amd64", "rootfs": {}}"#.utf8),
                type: "application/vnd.oci.image.config.v1+json")
            let layer = try await blob(layer, type: "application/vnd.oci.image.layer.v1.tar")
            return try await manifest(
                """
                {"schemaVersion": 2, "mediaType": "\(FakeRegistry.imageType)",\(more)
                 "config": \(config), "layers": [\(layer)]}
                """, tag: tag)
        }

        /// The body of a manifest; nil where there is none.
        func body(_ reference: String) async throws -> [UInt8]? {
            let answer = try await send(
                .get, "/v2/\(path)/manifests/\(reference)", accepted: Manifest.mediaTypes)
            return answer.status == 200 ? answer.body : nil
        }
    }

    /// The digests of an index, its images, its signature by tag and one by reference.
    private struct Signed {
        let index: Digest
        let images: [Digest]
        let referrer: Digest

        init(in content: Content) async throws {
            let large = Array(repeating: UInt8(7), count: RealCopyTests.size)
            let images = [
                try await content.image(large), try await content.image(Array("small".utf8)),
            ]
            var entries: [String] = []
            for (image, architecture) in zip(images, ["amd64", "arm64"]) {
                let size = try #require(try await content.body(image.text)).count
                entries.append(
                    """
                    {"mediaType": "\(FakeRegistry.imageType)", "digest": "\(image.text)",
                     "size": \(size),
                     "platform": {"os": "linux", "architecture": "\(architecture)"}}
                    """)
            }
            index = try await content.manifest(
                """
                {"schemaVersion": 2, "mediaType": "\(FakeRegistry.indexType)",
                 "manifests": [\(entries.joined(separator: ","))]}
                """, type: FakeRegistry.indexType, tag: "staging-1")
            self.images = images
            for digest in [index, images[1]] {
                let text = "signature of \(digest.text)"
                _ = try await content.image(Array(text.utf8), tag: digest.cosignTags[0])
            }
            referrer = try await content.image(
                Array("bundle".utf8),
                more: #""subject": {"mediaType": "x", "digest": "\#(index.text)", "size": 1},"#)
            let size = try #require(try await content.body(referrer.text)).count
            _ = try await content.manifest(
                """
                {"schemaVersion": 2, "mediaType": "\(FakeRegistry.indexType)", "manifests": [
                 {"mediaType": "\(FakeRegistry.imageType)", "digest": "\(referrer.text)",
                  "size": \(size)}]}
                """, type: FakeRegistry.indexType, tag: index.referrerTag)
        }

        var references: [String] {
            ([index, referrer] + images).map(\.text)
                + [index.cosignTags[0], images[1].cosignTags[0]]
        }
    }

    /// Copies a signed index and compares both sides.
    private func copy(
        from source: RealRegistry, to destination: RealRegistry, _ path: String
    ) async throws -> CopyOutcome {
        let scene = try Scene()
        let progress = Mutex<[CopyProgress]>([])
        let result = try await AsyncHTTPTransport.withTransport(scene.transport) { transport in
            await Swift.Result { () async throws(AnyError) in
                do {
                    return try await outcome(
                        Content(port: source.port, path: "org/app", transport: transport),
                        Content(port: destination.port, path: path, transport: transport), scene
                    ) { step in progress.withLock { $0.append(step) } }
                } catch {
                    throw AnyError(underlying: error)
                }
            }
        }
        let steps = progress.withLock { $0 }
        #expect(steps.map(\.bytes) == steps.map(\.bytes).sorted())
        #expect(steps.last.map { $0.bytes == $0.bytesInAll } == true)
        return try result.get()
    }

    private struct AnyError: Error {
        let underlying: any Error
    }

    private func outcome(
        _ source: Content, _ destination: Content, _ scene: Scene,
        progress: @escaping @Sendable (CopyProgress) -> Void
    ) async throws -> CopyOutcome {
        let signed = try await Signed(in: source)
        let copier = ImageCopier(
            RegistryClient(options: scene.options, transport: source.transport))
        let copy = ImageCopy(
            source: try scene.image(source.port), digest: signed.index,
            destination: try scene.image(destination.port, destination.path), tag: "prod-1")
        let outcome = try await copier.carryOut(copy, progress: progress)
        for reference in signed.references {
            let (here, there) = (
                try await source.body(reference), try await destination.body(reference)
            )
            #expect(here != nil && here == there, "\(reference)")
        }
        #expect(try await destination.body("prod-1") == source.body("staging-1"))
        let list = try #require(try await destination.body(signed.index.referrerTag))
        #expect(String(decoding: list, as: UTF8.self).contains(signed.referrer.text))
        try readAll(destination)
        let again = try await copier.carryOut(copy)
        #expect(!again.isNew && again.digest == signed.index && again.manifests == 0)
        try await expectRefusal(of: copier, copy, source)
        return outcome
    }

    /// Expects that a rebuilt image does not get the tag.
    private func expectRefusal(
        of copier: ImageCopier, _ copy: ImageCopy, _ source: Content
    ) async throws {
        let rebuilt = ImageCopy(
            source: copy.source, digest: try await source.image(Array("rebuilt".utf8)),
            destination: copy.destination, tag: copy.tag)
        await #expect(throws: CopyError(copy: rebuilt, reason: .tagTaken(by: copy.digest))) {
            try await copier.carryOut(rebuilt)
        }
    }

    /// Lets `skopeo` read everything, which checks each digest.
    private func readAll(_ content: Content) throws {
        let folder = try TemporaryDirectory()
        try RealRegistry.skopeo(
            "copy", "--quiet", "--all", "--src-tls-verify=false",
            "docker://127.0.0.1:\(content.port)/\(content.path):prod-1", "dir:\(folder.path)/all")
    }

    @Test func `an index and its signatures get to another registry`() async throws {
        let storage = (try TemporaryDirectory(), try TemporaryDirectory())
        let source = try RealRegistry(storage: storage.0)
        let destination = try RealRegistry(storage: storage.1)
        let outcome = try await copy(from: source, to: destination, "prod/app")
        #expect(outcome.isNew && outcome.mounted == 0 && outcome.streamedBytes > Self.size)
        #expect(outcome.attachments == 3 && outcome.manifests == 7)
    }

    @Test func `another repository takes over what the registry has`() async throws {
        let storage = try TemporaryDirectory()
        let registry = try RealRegistry(storage: storage)
        let outcome = try await copy(from: registry, to: registry, "prod/app")
        #expect(outcome.isNew && outcome.mounted == 6 && outcome.streamedBytes == 0)
        #expect(outcome.attachments == 3 && outcome.manifests == 7)
    }

    @Test func `the same repository gets one tag more`() async throws {
        let storage = try TemporaryDirectory()
        let registry = try RealRegistry(storage: storage)
        let scene = try Scene()
        let layout = try ImageLayout(created: "2026-01-01T00:00:00Z")
        try RealRegistry.skopeo(
            "copy", "--quiet", "--all", "--dest-tls-verify=false",
            "oci:\(layout.folder.path):all", "docker://127.0.0.1:\(registry.port)/org/app:1.0")
        let image = try scene.image(registry.port)
        let outcome = try await scene.run { client throws(RegistryError) in
            let digest = try await client.digest(of: image, tag: "1.0")
            let copy = ImageCopy(source: image, digest: digest, destination: image, tag: "prod-1")
            return await Result { () async throws(CopyError) in
                try await ImageCopier(client).carryOut(copy)
            }
        }.get()
        #expect(outcome.isNew && outcome.manifests == 1)
        let bodies = try ["1.0", "prod-1"].map { tag in
            try RealRegistry.skopeo(
                "inspect", "--raw", "--tls-verify=false", "docker://\(image.name):\(tag)")
        }
        #expect(bodies[0] == bodies[1] && bodies[0].contains("arm64"))
    }

    @Test func `a registry with tokens takes over blobs by one token for both repositories`()
        async throws
    {
        let certificates = try Scene.certificates.get()
        let issuer = try TokenIssuer(certificates)
        let server = try await ScriptedServer(identity: certificates.server) { request in
            let access = request.target.matches(
                of: #/scope=repository%3A(?<path>[^%]+)%2F(?<name>[^%]+)%3A(?<actions>[^&]+)/#
            ).map { match in
                (
                    path: "\(match.path)/\(match.name)",
                    actions: match.actions.replacing("%2C", with: ",").split(separator: ",")
                        .map(String.init)
                )
            }
            let now = Int(Date().timeIntervalSince1970)
            let isKnown = request.value(of: "authorization") == "Basic YWxpY2U6d29uZGVyIQ=="
            guard isKnown, let token = try? issuer.token(for: access, now: now) else {
                return .answer(401)
            }
            return .json("{\"token\": \"\(token)\", \"expires_in\": 300}")
        }
        let storage = try TemporaryDirectory()
        let open = try RealRegistry(storage: storage)
        let layout = try ImageLayout(created: "2026-01-01T00:00:00Z")
        try RealRegistry.skopeo(
            "copy", "--quiet", "--all", "--dest-tls-verify=false",
            "oci:\(layout.folder.path):all", "docker://127.0.0.1:\(open.port)/org/app:1.0")
        let registry = try RealRegistry(
            storage: storage,
            settings: """
                auth: {token: {realm: "https://localhost:\(server.port)/token", service: registry, \
                issuer: issuer, rootcertbundle: \(certificates.authority)}}
                """)
        var scene = try Scene()
        try scene.logIn(to: registry.port)
        let (image, target) = (
            try scene.image(registry.port), try scene.image(registry.port, "prod/app")
        )
        let outcome = try await scene.run { client throws(RegistryError) in
            let digest = try await client.digest(of: image, tag: "1.0")
            let copy = ImageCopy(source: image, digest: digest, destination: target, tag: "1.0")
            return await Result { () async throws(CopyError) in
                try await ImageCopier(client).carryOut(copy)
            }
        }.get()
        #expect(outcome.isNew && outcome.mounted == 3 && outcome.streamedBytes == 0)
        try await server.stop()
    }
}
