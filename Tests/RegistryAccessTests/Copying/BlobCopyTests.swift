import ImageReferences
import Synchronization
import TestSupport
import Testing

@testable import RegistryAccess
@testable import WebAccess

/// Blobs on their way to another repository or registry.
@Suite(.onOwnThreads)
struct BlobCopyTests {
    private static let layer = "a layer of thirty-three bytes ..."

    private func uploads(_ registry: FakeRegistry) -> [String] {
        registry.writes.filter { $0.contains("/blobs/") }
    }

    @Test func `what is missing is uploaded once`() async throws {
        let (source, destination) = (try await FakeRegistry(), try await FakeRegistry())
        let digest = source.image(Self.layer, in: "org/app")
        _ = destination.blob("{}", in: "org/app")
        let scene = try Scene()
        let copy = try scene.copy(source, digest, to: destination)
        let outcome = try await scene.carryOut(copy).get()
        #expect(outcome.isNew && outcome.streamedBytes == Self.layer.utf8.count)
        #expect(outcome.mounted == 0 && outcome.manifests == 2)
        let encoded = FakeRegistry.digest(Self.layer).replacing(":", with: "%3A")
        // The address that the registry names has a query already.
        #expect(
            uploads(destination) == [
                "POST /v2/org/app/blobs/uploads/",
                "PUT /v2/org/app/blobs/uploads/1?_state=s&digest=\(encoded)",
            ])
        #expect(source.writes.isEmpty)
        #expect(destination.writes.last == "PUT /v2/org/app/manifests/prod-1")
        #expect(destination.body("org/app:prod-1") == source.body("org/app:\(copy.digest.text)"))
        for registry in [source, destination] { try await registry.server.stop() }
    }

    @Test func `the registry takes a blob over from its other repository`() async throws {
        let registry = try await FakeRegistry {
            $0.target.contains("mount=") ? .answer(201) : nil
        }
        let digest = registry.image(Self.layer, in: "org/staging")
        let scene = try Scene()
        let copy = try scene.copy(registry, digest, in: "org/staging", to: registry)
        let outcome = try await scene.carryOut(copy).get()
        #expect(outcome.mounted == 2 && outcome.streamedBytes == 0)
        #expect(uploads(registry).allSatisfy { $0.hasSuffix("&from=org%2Fstaging") })
        #expect(uploads(registry).count == 2)
        try await registry.server.stop()
    }

    /// An upload instead of the mount, and errors.
    @Test(arguments: [(202, 2), (400, 3), (403, 3), (401, 3), (404, 3)])
    func `a blob that is not taken over is uploaded`(status: Int, requests: Int) async throws {
        let registry = try await FakeRegistry { request in
            guard request.target.contains("mount=") else { return nil }
            return status == 202
                ? nil : .answer(status, fields: ["WWW-Authenticate: Basic realm=x"])
        }
        let digest = registry.image(Self.layer, in: "org/staging")
        _ = registry.blob("{}", in: "org/app")
        let scene = try Scene()
        let copy = try scene.copy(registry, digest, in: "org/staging", to: registry)
        let outcome = try await scene.carryOut(copy).get()
        #expect(outcome.mounted == 0 && outcome.streamedBytes == Self.layer.utf8.count)
        #expect(uploads(registry).count == requests)
        #expect(uploads(registry).count { $0.contains("mount=") } == 1)
        try await registry.server.stop()
    }

    @Test func `a blob of another digest is not let through`() async throws {
        let (source, destination) = (try await FakeRegistry(), try await FakeRegistry())
        let digest = source.image(Self.layer, in: "org/app")
        let blob = FakeRegistry.digest(Self.layer)
        let wrong = String(Self.layer.reversed())
        source.state.withLock { $0.blobs["org/app@\(blob)"] = wrong }
        let scene = try Scene()
        let problem = try await scene.problem(try scene.copy(source, digest, to: destination))
        let mismatch = AnswerProblem.digestMismatch(
            .blob(blob), expected: blob, actual: FakeRegistry.digest(wrong))
        guard case .registry(let error) = problem else {
            Issue.record("copied")
            return
        }
        #expect(error.reason == .answer(mismatch))
        #expect(!destination.writes.contains { $0.contains("/manifests/") })
        for registry in [source, destination] { try await registry.server.stop() }
    }

    /// Longer and shorter than the manifest says.
    @Test(arguments: ["", "x", layer + "x"])
    func `a blob of another size is not let through`(content: String) async throws {
        let (source, destination) = (try await FakeRegistry(), try await FakeRegistry())
        let digest = source.image(Self.layer, in: "org/app")
        let blob = try #require(Digest(FakeRegistry.digest(Self.layer)))
        source.state.withLock { $0.blobs["org/app@\(blob.text)"] = content }
        let scene = try Scene()
        let problem = try await scene.problem(try scene.copy(source, digest, to: destination))
        #expect(
            problem
                == .sizeDiffers(
                    blob, expected: Self.layer.utf8.count, actual: content.utf8.count))
        #expect(!destination.writes.contains { $0.contains("/manifests/") })
        for registry in [source, destination] { try await registry.server.stop() }
    }

    @Test func `a source that breaks off is read again`() async throws {
        let blob = FakeRegistry.digest(Self.layer)
        let count = Mutex(0)
        let source = try await FakeRegistry { request in
            guard request.line == "GET /v2/org/app/blobs/\(blob)",
                count.withLock({
                    $0 += 1
                    return $0
                }) == 1
            else { return nil }
            return [
                .send("HTTP/1.1 200 OK\r\nContent-Length: \(Self.layer.utf8.count)\r\n\r\na lay"),
                .pause(.milliseconds(50)), .close,
            ]
        }
        let destination = try await FakeRegistry()
        let digest = source.image(Self.layer, in: "org/app")
        let scene = try Scene()
        let outcome = try await scene.carryOut(
            try scene.copy(source, digest, to: destination)
        ).get()
        #expect(outcome.isNew && count.withLock { $0 } == 2)
        #expect(scene.pauses.all.withLock { $0 } == [.seconds(1)])
        for registry in [source, destination] { try await registry.server.stop() }
    }

    @Test func `a lost upload begins anew, a refused one does not`() async throws {
        for (status, isAgain) in [(404, true), (416, true), (429, true), (503, true), (413, false)]
        {
            let count = Mutex(0)
            let source = try await FakeRegistry()
            let destination = try await FakeRegistry { request in
                guard request.method == "PUT", request.target.contains("/uploads/"),
                    count.withLock({
                        $0 += 1
                        return $0
                    }) == 1
                else { return nil }
                return .answer(status, fields: ["Retry-After: 7"])
            }
            let digest = source.image(Self.layer, in: "org/app")
            _ = destination.blob("{}", in: "org/app")
            let scene = try Scene()
            let problem = try await scene.problem(try scene.copy(source, digest, to: destination))
            let blob = try #require(Digest(FakeRegistry.digest(Self.layer)))
            #expect(
                problem == (isAgain ? nil : .refused(.blob(blob), status: status, message: nil)))
            #expect(count.withLock { $0 } == (isAgain ? 2 : 1))
            #expect(scene.pauses.all.withLock { $0 } == (isAgain ? [.seconds(7)] : []))
            for registry in [source, destination] { try await registry.server.stop() }
        }
    }

    @Test func `an upload elsewhere gets no credentials, and none over plain HTTP`() async throws {
        let thief = try await ScriptedServer { _ in .answer(201) }
        let source = try await FakeRegistry()
        let destination = try await FakeRegistry { request in
            if request.value(of: "authorization") == nil { return .challenge("Basic realm=x") }
            guard request.method == "POST" else { return nil }
            return .answer(
                202, fields: ["Location: http://127.0.0.1:\(thief.port)/upload?token=x"])
        }
        var scene = try Scene()
        try scene.logIn(to: destination.server.port)
        let digest = source.image(Self.layer, in: "org/app")
        let problem = try await scene.problem(try scene.copy(source, digest, to: destination))
        guard case .registry(let error) = problem, case .answer(.redirectRefused) = error.reason
        else {
            Issue.record("copied")
            return
        }
        #expect(thief.requests.isEmpty)
        Scene.expectNoSecret(at: source.server)
        for registry in [source, destination] { try await registry.server.stop() }
        try await thief.stop()
    }

    @Test(.enabled(if: Programs.has("openssl"), "openssl is not installed"))
    func `an upload at a store over TLS gets no credentials`() async throws {
        let store = try await ScriptedServer(identity: try Scene.certificates.get().server) { _ in
            .answer(201)
        }
        let source = try await FakeRegistry()
        let destination = try await FakeRegistry { request in
            if request.value(of: "authorization") == nil { return .challenge("Basic realm=x") }
            guard request.method == "POST" else { return nil }
            return .answer(202, fields: ["Location: https://localhost:\(store.port)/upload"])
        }
        var scene = try Scene()
        try scene.logIn(to: destination.server.port)
        let digest = source.image(Self.layer, in: "org/app")
        let outcome = try await scene.carryOut(
            try scene.copy(source, digest, to: destination)
        ).get()
        #expect(outcome.isNew)
        #expect(store.requests.map(\.method) == ["PUT", "PUT"])
        Scene.expectNoSecret(at: store, source.server)
        for registry in [source, destination] { try await registry.server.stop() }
        try await store.stop()
    }

    @Test(arguments: ["org/app", "org/prod"])
    func `one token covers both repositories of a registry`(target: String) async throws {
        let scopes = Mutex<[String]>([])
        let registry = try await FakeRegistry { request in
            if request.target.hasPrefix("/token") {
                scopes.withLock { $0.append(request.target) }
                return .json(#"{"token": "issued-token"}"#)
            }
            let realm = "http://\(request.value(of: "host") ?? "")/token"
            return request.value(of: "authorization") == nil
                ? .challenge("Bearer realm=\"\(realm)\"") : nil
        }
        let digest = registry.image(Self.layer, in: "org/app")
        let scene = try Scene()
        _ = try await scene.carryOut(
            try scene.copy(registry, digest, to: registry, target)
        ).get()
        let pull = "scope=repository%3Aorg%2Fapp%3Apull"
        let push = "scope=repository%3A\(target.replacing("/", with: "%2F"))%3Apull%2Cpush"
        #expect(
            Set(scopes.withLock { $0 })
                == ["/token?\(pull)", "/token?\(push)\(target == "org/app" ? "" : "&\(pull)")"])
        #expect(scopes.withLock { $0.count } == 2)
        try await registry.server.stop()
    }
}
