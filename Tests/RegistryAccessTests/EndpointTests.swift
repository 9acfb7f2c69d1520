import Synchronization
import Testing

@testable import RegistryAccess
@testable import WebAccess

/// How a registry is reached, decided over a transport in memory.
struct EndpointTests {
    /// Answers as a closure says, and remembers what it was asked.
    private final class MemoryTransport: HTTPTransport {
        typealias Reply = Result<HTTPAnswer, TransportFailure>

        let requests = Mutex<[HTTPRequest]>([])
        private let reply: @Sendable (HTTPRequest) -> Reply

        init(_ reply: @escaping @Sendable (HTTPRequest) -> Reply) {
            self.reply = reply
        }

        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer {
            requests.withLock { $0.append(request) }
            return try reply(request).get()
        }

        var addresses: [String] { requests.withLock { $0.map { $0.address.requestText } } }
    }

    private static let tags = HTTPAnswer(status: 200, body: Array(#"{"tags": ["1.0"]}"#.utf8))

    private func reason(
        _ image: RegistryImage, _ transport: MemoryTransport
    ) async throws -> RegistryError.Reason? {
        var scene = try Scene()
        scene.options.trust = PlainHTTPTrust(
            insecureHosts: [try #require(WebHost("allowed.lan"))])
        let client = RegistryClient(options: scene.options, transport: transport)
        do throws(RegistryError) {
            _ = try await client.tags(of: image)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func `a registry is contacted only over TLS`() async throws {
        let transport = MemoryTransport { _ in .failure(.noEncryption) }
        let reason = try await reason(try RegistryImage("ghcr.io/org/app"), transport)
        #expect(reason == .transport(.noEncryption, host: "ghcr.io"))
        #expect(transport.addresses == ["https://ghcr.io/v2/org/app/tags/list?n=1000"])
    }

    /// A host that the user allows, this machine, and a host that a manifest declares insecure.
    @Test(arguments: [("allowed.lan", false), ("localhost:5000", false), ("declared.lan", true)])
    func `plain HTTP is tried after TLS`(host: String, isDeclared: Bool) async throws {
        let transport = MemoryTransport {
            $0.address.scheme == .https ? .failure(.noConnection(.refused)) : .success(Self.tags)
        }
        let image = try RegistryImage("\(host)/org/app", isDeclaredInsecure: isDeclared)
        #expect(try await reason(image, transport) == nil)
        #expect(
            transport.addresses
                == ["https://\(host)/v2/", "http://\(host)/v2/org/app/tags/list?n=1000"])
    }

    @Test func `plain HTTP is not tried after a bad certificate`() async throws {
        let transport = MemoryTransport { _ in .failure(.untrustedCertificate) }
        let reason = try await reason(try RegistryImage("allowed.lan/org/app"), transport)
        #expect(reason == .transport(.untrustedCertificate, host: "allowed.lan"))
        #expect(transport.addresses.allSatisfy { $0.hasPrefix("https:") })
    }

    @Test func `Docker Hub is contacted at its own address`() async throws {
        let transport = MemoryTransport { _ in .success(Self.tags) }
        #expect(try await reason(try RegistryImage("alpine"), transport) == nil)
        #expect(
            transport.addresses
                == ["https://registry-1.docker.io/v2/library/alpine/tags/list?n=1000"])
    }
}
