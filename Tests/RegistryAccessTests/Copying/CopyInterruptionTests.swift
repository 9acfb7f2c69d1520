import ImageReferences
import Synchronization
import TestSupport
import Testing

@testable import RegistryAccess
@testable import WebAccess

/// Copies that end at any moment, as by a kill, and are started again.
@Suite(.onOwnThreads)
struct CopyInterruptionTests {
    /// Lets a number of requests that write through, and nothing after them.
    private struct DyingTransport: HTTPTransport {
        final class Count: Sendable {
            let left: Mutex<Int>

            init(_ left: Int) {
                self.left = Mutex(left)
            }
        }

        let base: AsyncHTTPTransport
        let count: Count
        /// Whether the last request arrives though its answer does not.
        let arrives: Bool

        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer {
            guard !request.isReading else { return try await base.send(request) }
            let left = count.left.withLock { left in
                left -= 1
                return left
            }
            guard left < 0 else { return try await base.send(request) }
            if left == -1, arrives { _ = try await base.send(request) }
            throw .timedOut(limitSeconds: 0)
        }

        func open(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPDownload {
            try await base.open(request)
        }
    }

    private func source() async throws -> (registry: FakeRegistry, digest: Digest) {
        let registry = try await FakeRegistry()
        let digest = try #require(registry.image("a layer", in: "org/app"))
        #expect(registry.image("a signature", in: "org/app", tag: digest.cosignTags[0]) != nil)
        let more = #""subject": {"mediaType": "x", "digest": "\#(digest.text)", "size": 1},"#
        let parts = try #require(registry.image("parts", in: "org/app", more: more))
        registry.manifest(
            #"{"manifests": [{"mediaType": "x", "digest": "\#(parts.text)", "size": 1}]}"#,
            type: FakeRegistry.indexType, in: "org/app", tag: digest.referrerTag)
        return (registry, digest)
    }

    /// All content of a registry, as texts that can be compared.
    private func content(_ registry: FakeRegistry) -> [String] {
        registry.state.withLock { state in
            (state.manifests.map { "\($0.key) \($0.value.type) \($0.value.body)" }
                + state.blobs.map { "\($0.key) \($0.value)" }).sorted()
        }
    }

    @Test(arguments: [true, false])
    func `a copy that was killed at any moment ends in the same state`(
        arrives: Bool
    ) async throws {
        let (source, digest) = try await source()
        let whole = try await FakeRegistry()
        let scene = try Scene()
        #expect(try await scene.carryOut(try scene.copy(source, digest, to: whole)).get().isNew)
        let expected = content(whole)
        let writes = whole.writes.count
        #expect(writes >= 10)
        for survivors in 0..<writes {
            let destination = try await FakeRegistry()
            let copy = try scene.copy(source, digest, to: destination)
            let died = try await AsyncHTTPTransport.withTransport(scene.transport) { base in
                let transport = DyingTransport(
                    base: base, count: .init(survivors), arrives: arrives)
                let client = RegistryClient(options: scene.options, transport: transport)
                return await Result { () async throws(CopyError) in
                    try await ImageCopier(client).carryOut(copy)
                }
            }
            let isLast = survivors == writes - 1
            #expect(throws: CopyError.self) { try died.get() }
            #expect((destination.body("org/app:prod-1") != nil) == (isLast && arrives))
            let outcome = try await scene.carryOut(copy).get()
            #expect(outcome.digest == digest && outcome.isNew == !(isLast && arrives))
            #expect(content(destination) == expected, "\(survivors)")
            try await destination.server.stop()
        }
        for registry in [source, whole] { try await registry.server.stop() }
    }

    @Test func `a plan writes nothing and says what is written`() async throws {
        let (source, digest) = try await source()
        let destination = try await FakeRegistry()
        let scene = try Scene()
        let copy = try scene.copy(source, digest, to: destination)
        let plan = try await scene.run { client throws(RegistryError) in
            await Result { () async throws(CopyError) in try await ImageCopier(client).plan(copy) }
        }.get()
        #expect(destination.writes.isEmpty && !plan.isAlreadyThere)
        let outcome = try await scene.carryOut(copy).get()
        #expect(plan.manifests == outcome.manifests && plan.attachments == outcome.attachments)
        #expect(plan.missingBytes == outcome.streamedBytes && plan.missingBlobs == 4)
        for registry in [source, destination] { try await registry.server.stop() }
    }
}
