import ImageReferences
import Synchronization
import TestSupport
import Testing

@testable import RegistryAccess
@testable import WebAccess

/// A tag in the repository that has the image: one manifest is put, or none.
@Suite(.onOwnThreads)
struct TagPuttingTests {
    private static let put = "PUT /v2/org/app/manifests/prod-1"
    private static let other = FakeRegistry.digest("other")

    @Test func `one manifest is put, byte for byte`() async throws {
        let registry = try await FakeRegistry()
        let digest = registry.image("layer", in: "org/app", tag: "staging-1")
        let scene = try Scene()
        let copy = try scene.copy(registry, digest, to: registry)
        #expect(copy.way == .sameRepository)
        let outcome = try await scene.carryOut(copy).get()
        #expect(outcome.digest == digest && outcome.isNew && outcome.manifests == 1)
        #expect(registry.writes == [Self.put])
        #expect(registry.body("org/app:prod-1") == registry.body("org/app:staging-1"))
        let sent = registry.server.requests.first { $0.method == "PUT" }
        #expect(sent?.value(of: "content-type") == FakeRegistry.imageType)
        #expect(sent?.value(of: "accept") == nil)
        let again = try await scene.carryOut(copy).get()
        #expect(again.digest == digest && !again.isNew && again.manifests == 0)
        #expect(registry.writes == [Self.put])
        try await registry.server.stop()
    }

    @Test func `a tag with another digest is not moved`() async throws {
        let registry = try await FakeRegistry()
        let digest = registry.image("layer", in: "org/app")
        let taken = try #require(registry.image("rebuilt", in: "org/app", tag: "prod-1"))
        let scene = try Scene()
        let copy = try scene.copy(registry, digest, to: registry)
        let result = try await scene.carryOut(copy)
        guard case .failure(let error) = result else {
            Issue.record("copied")
            return
        }
        #expect(error.reason == .tagTaken(by: taken))
        #expect("\(error)".contains(taken.text) && "\(error)".contains(copy.digest.text))
        #expect(registry.writes.isEmpty)
        try await registry.server.stop()
    }

    @Test func `a tag that is not shown stops everything`() async throws {
        let registry = try await FakeRegistry {
            $0.line == "HEAD /v2/org/app/manifests/prod-1" ? .answer(403) : nil
        }
        let scene = try Scene()
        let copy = try scene.copy(
            registry, registry.image("layer", in: "org/app"), to: registry)
        #expect(try await scene.problem(copy) == .tagHidden)
        #expect(registry.writes.isEmpty)
        try await registry.server.stop()
    }

    /// The answers of ECR, Harbor, Artifact Registry, Docker Hub and Azure.
    @Test(arguments: [
        (
            400,
            #"{"errors":[{"code":"TAG_INVALID","message":"The image tag 'prod-1' already exists in the 'org/app' repository and cannot be overwritten because the repository is immutable."}]}"#
        ),
        (
            412,
            #"{"errors":[{"code":"PRECONDITION","message":"Failed to process request due to 'org/app:prod-1' configured as immutable."}]}"#
        ),
        (
            400,
            #"{"errors":[{"code":"MANIFEST_INVALID","message":"cannot update tag prod-1. The repository has enabled tag immutability"}]}"#
        ),
        (403, #"{"errors":[{"code":"DENIED","message":"tag is immutable"}]}"#),
        (405, "The operation is disallowed on this registry, repository or image"),
    ])
    func `an immutable tag is told apart, with both digests`(
        status: Int, body: String
    ) async throws {
        let isTaken = Mutex(false)
        let registry = try await FakeRegistry { request in
            switch request.line {
            case Self.put:
                isTaken.withLock { $0 = true }
                return .answer(status, body)
            case "HEAD /v2/org/app/manifests/prod-1" where isTaken.withLock { $0 }:
                return .answer(200, fields: ["Docker-Content-Digest: \(Self.other)"])
            default: return nil
            }
        }
        let scene = try Scene()
        let copy = try scene.copy(
            registry, registry.image("layer", in: "org/app"), to: registry)
        guard case .failure(let error) = try await scene.carryOut(copy) else {
            Issue.record("copied")
            return
        }
        #expect(error.reason == .tagImmutable(holding: Digest(Self.other)))
        #expect("\(error)".contains(Self.other) && "\(error)".contains(copy.digest.text))
        #expect(registry.writes == [Self.put])
        try await registry.server.stop()
    }

    @Test func `a repository that may not be written is not an immutable tag`() async throws {
        let message = "The operation is disallowed on this registry"
        let registry = try await FakeRegistry { request in
            request.line == Self.put
                ? .answer(405, #"{"errors":[{"code":"DENIED","message":"\#(message)"}]}"#) : nil
        }
        let scene = try Scene()
        let copy = try scene.copy(
            registry, registry.image("layer", in: "org/app"), to: registry)
        #expect(
            try await scene.problem(copy)
                == .refused(.manifest("prod-1"), status: 405, message: "DENIED: \(message)"))
        try await registry.server.stop()
    }

    @Test func `a refusal counts for nothing where the tag is as it is to be`() async throws {
        let holder = Mutex<Digest?>(nil)
        let registry = try await FakeRegistry { request in
            let digest = holder.withLock { $0 }
            guard let digest else { return nil }
            switch request.line {
            case Self.put: return .answer(403)
            case "HEAD /v2/org/app/manifests/prod-1":
                return .answer(200, fields: ["Docker-Content-Digest: \(digest.text)"])
            default: return nil
            }
        }
        let digest = registry.image("layer", in: "org/app")
        let scene = try Scene()
        let copy = try scene.copy(registry, digest, to: registry)
        let outcome = try await scene.run { client throws(RegistryError) in
            await Result { () async throws(CopyError) in
                let copier = ImageCopier(client)
                let plan = try await copier.plan(copy)
                holder.withLock { $0 = digest }
                return try await copier.carryOut(plan)
            }
        }.get()
        #expect(outcome.digest == digest && !outcome.isNew)
        try await registry.server.stop()
    }

    @Test func `what the tag holds afterwards is compared`() async throws {
        let isPut = Mutex(false)
        let registry = try await FakeRegistry { request in
            switch request.line {
            case Self.put:
                isPut.withLock { $0 = true }
                return .answer(201)
            case "HEAD /v2/org/app/manifests/prod-1" where isPut.withLock { $0 }:
                return .answer(200, fields: ["Docker-Content-Digest: \(Self.other)"])
            default: return nil
            }
        }
        let scene = try Scene()
        let copy = try scene.copy(
            registry, registry.image("layer", in: "org/app"), to: registry)
        #expect(try await scene.problem(copy) == .readBackDiffers(Digest(Self.other)))
        try await registry.server.stop()
    }

    @Test func `warnings of the registry come without what a terminal obeys`() async throws {
        let isPut = Mutex(false)
        let digest = Mutex<Digest?>(nil)
        let warning = "Warning: 299 - \"tags end \u{9B}2J soon\""
        let registry = try await FakeRegistry { request in
            switch request.line {
            case Self.put:
                isPut.withLock { $0 = true }
                return .answer(201, fields: [warning, warning])
            case "HEAD /v2/org/app/manifests/prod-1" where isPut.withLock { $0 }:
                let digest = digest.withLock { $0?.text ?? "" }
                return .answer(200, fields: ["Docker-Content-Digest: \(digest)"])
            default: return nil
            }
        }
        let image = registry.image("layer", in: "org/app")
        digest.withLock { $0 = image }
        let scene = try Scene()
        let outcome = try await scene.carryOut(try scene.copy(registry, image, to: registry)).get()
        #expect(outcome.warnings.count == 1)
        #expect(
            outcome.warnings.allSatisfy {
                $0.hasPrefix("tags end") && $0.utf8.allSatisfy { $0 < 0x7F }
            })
        try await registry.server.stop()
    }

    @Test func `no request is sent for a tag that cannot be one`() async throws {
        let registry = try await FakeRegistry()
        let scene = try Scene()
        let digest = registry.image("layer", in: "org/app")
        for tag in ["", "a/b", "-a", String(repeating: "a", count: 129)] {
            let copy = try scene.copy(registry, digest, to: registry, tag: tag)
            #expect(try await scene.problem(copy) == .invalidTag)
        }
        #expect(registry.server.requests.isEmpty)
        try await registry.server.stop()
    }

    @Test func `a manifest that says it is another type is refused`() async throws {
        let registry = try await FakeRegistry()
        let config = registry.blob("{}", in: "org/app")
        let docker = "application/vnd.docker.distribution.manifest.v2+json"
        let digest = Digest(
            registry.manifest(
                #"{"mediaType": "\#(docker)", "config": \#(config), "layers": []}"#, in: "org/app"))
        let scene = try Scene()
        let copy = try scene.copy(registry, digest, to: registry)
        #expect(
            try await scene.problem(copy)
                == .mediaTypeDiffers(copy.digest, sent: FakeRegistry.imageType, stated: docker))
        try await registry.server.stop()
    }

    @Test func `a manifest of another digest is refused`() async throws {
        let registry = try await FakeRegistry()
        let digest = try #require(registry.image("layer", in: "org/app"))
        registry.state.withLock {
            $0.manifests["org/app:\(digest.text)"]?.body += " "
        }
        let scene = try Scene()
        let copy = try scene.copy(registry, digest, to: registry)
        guard case .registry(let error) = try await scene.problem(copy),
            case .answer(.digestMismatch) = error.reason
        else {
            Issue.record("no mismatch")
            return
        }
        #expect(registry.writes.isEmpty)
        try await registry.server.stop()
    }
}
