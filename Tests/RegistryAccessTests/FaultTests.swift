import Foundation
import ImageReferences
import Synchronization
import TestSupport
import Testing

@testable import RegistryAccess
@testable import WebAccess

/// Faulty and hostile registries, over real connections; each ends in its own error.
@Suite(.onOwnThreads)
struct FaultTests {
    private static let tags = #"{"name": "org/app", "tags": ["1.0"]}"#

    /// Asks a registry for tags with credentials at hand, and expects the reason.
    private func expect(
        _ expected: (WebHost) -> RegistryError.Reason, requests: Int?,
        change: (inout Scene) -> Void = { _ in }, script: @escaping ScriptedServer.Script,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let server = try await ScriptedServer(script)
        var scene = try Scene()
        try scene.logIn(to: server.port)
        change(&scene)
        let image = try scene.image(server.port)
        let reason = await scene.reason { client throws(RegistryError) in
            try await client.tags(of: image)
        }
        #expect(reason == expected(image.host), sourceLocation: sourceLocation)
        if let requests {
            #expect(server.requests.count == requests, sourceLocation: sourceLocation)
        }
        try await server.stop()
    }

    @Test func `a registry that always refuses is asked once with credentials`() async throws {
        try await expect(
            { .access(.credentialsRefused(host: "\($0)")) }, requests: 2,
            script: { _ in .challenge("Basic realm=x") })
    }

    @Test func `a rate limit is respected, then reported`() async throws {
        var pauses: Scene.Pauses?
        try await expect(
            { .answer(.rateLimited(server: "\($0)", attempts: 3)) }, requests: 3,
            change: { pauses = $0.pauses },
            script: { _ in .answer(429, fields: ["Retry-After: 7"]) })
        #expect(pauses?.all.withLock { $0 } == [.seconds(7), .seconds(7)])
    }

    @Test func `a pause of many years is not waited for`() async throws {
        try await expect(
            { .answer(.rateLimited(server: "\($0)", attempts: 1)) }, requests: 1,
            script: { _ in
                .answer(429, fields: ["Retry-After: Sun, 06 Nov 2094 08:49:37 GMT"])
            })
    }

    @Test(arguments: [500, 503])
    func `a broken server is asked three times`(status: Int) async throws {
        try await expect(
            { _ in .answer(.unexpectedStatus(status, .tags)) }, requests: 3,
            script: { _ in .answer(status, "secret stack trace") })
    }

    @Test(arguments: [
        (403, RegistryError.Reason.access(.denied)), (404, .answer(.notFound(.tags))),
    ])
    func `a final answer is not retried`(status: Int, reason: RegistryError.Reason)
        async throws
    {
        try await expect({ _ in reason }, requests: 1, script: { _ in .answer(status) })
    }

    @Test func `a truncated list is malformed`() async throws {
        try await expect(
            { _ in .answer(.malformed(.tags)) }, requests: 1,
            script: { _ in .json(#"{"name": "org/app", "tags": ["1.0", "#) })
    }

    @Test func `a truncated body is a lost connection`() async throws {
        try await expect(
            { .transport(.connectionLost, host: "\($0)") }, requests: 3,
            script: { _ in
                [.send("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{\"tags\":"), .close]
            })
    }

    @Test func `a reset connection is retried, then reported`() async throws {
        try await expect(
            { .transport(.connectionLost, host: "\($0)") }, requests: 3, script: { _ in [.reset] })
    }

    @Test func `an answer that is not HTTP is not retried`() async throws {
        try await expect(
            { .transport(.malformed, host: "\($0)") }, requests: 1,
            script: { _ in [.send("SSH-2.0-OpenSSH_9.2\r\n\r\n"), .close] })
    }

    /// With a length and without one.
    @Test(arguments: ["Content-Length: 314572800", "Connection: close"])
    func `a list of 300 megabytes is refused`(field: String) async throws {
        let megabyte = String(repeating: "\"0123456789abcde\",", count: 1 << 16)
        try await expect(
            { _ in .answer(.tagsTooLong(limit: 32 << 20)) }, requests: 1,
            script: { _ in
                [
                    .send("HTTP/1.1 200 OK\r\n\(field)\r\n\r\n{\"tags\":["),
                    .flood(megabyte, count: 300),
                ]
            })
    }

    @Test func `a huge header is refused`() async throws {
        let fields = String(
            repeating: "X-Field: 0123456789abcdef0123456789abcdef\r\n", count: 50_000)
        try await expect(
            { .transport(.malformed, host: "\($0)") }, requests: 1,
            script: { _ in [.send("HTTP/1.1 200 OK\r\n\(fields)\r\n"), .close] })
    }

    @Test func `an answer that comes slowly ends at the limit`() async throws {
        let drip = Array(
            repeating: [ScriptedServer.Step.send(" "), .pause(.milliseconds(50))], count: 200)
        try await expect(
            { .transport(.timedOut(limitSeconds: 1), host: "\($0)") }, requests: 1,
            change: { $0.transport.requestLimit = .seconds(1) },
            script: { _ in
                [.send("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n")] + drip.joined()
            })
    }

    @Test func `all attempts together have a limit`() async throws {
        try await expect(
            { _ in .timedOut(limitSeconds: 2) }, requests: nil,
            change: { $0.options.timeLimit = .seconds(2) },
            script: { _ in [.pause(.seconds(10))] })
    }

    @Test func `pages in a circle end`() async throws {
        try await expect(
            { _ in .answer(.linkCycle) }, requests: 2,
            script: { request in
                let next = request.target.hasSuffix("=b") ? "n=1000" : "last=b"
                return .json(Self.tags, fields: ["Link: <?\(next)>; rel=\"next\""])
            })
    }

    @Test func `the number of pages is limited`() async throws {
        try await expect(
            { _ in .answer(.tooManyPages(limit: 20)) }, requests: 20,
            change: { $0.options.tagLimits.pages = 20 },
            script: { request in
                .json(Self.tags, fields: ["Link: <\(request.target)0>; rel=\"next\""])
            })
    }

    @Test func `redirects in a circle end`() async throws {
        try await expect(
            { _ in .answer(.tooManyRedirects(limit: 5)) }, requests: 6,
            script: { .answer(302, fields: ["Location: \($0.target)"]) })
    }

    @Test func `a refused connection is reported`() async throws {
        let server = try await ScriptedServer { _ in .answer(200) }
        try await server.stop()
        let scene = try Scene()
        let image = try scene.image(server.port)
        let reason = await scene.reason { client throws(RegistryError) in
            try await client.tags(of: image)
        }
        #expect(reason == .transport(.noConnection(.refused), host: "\(image.host)"))
    }

    @Test(.enabled(if: Programs.has("openssl"), "openssl is not installed"))
    func `an expired certificate is not trusted`() async throws {
        let certificates = try Scene.certificates.get()
        let server = try await ScriptedServer(identity: certificates.expired) { _ in
            .json(Self.tags)
        }
        var scene = try Scene()
        try scene.logIn(to: server.port)
        let image = try scene.image(server.port)
        let reason = await scene.reason { client throws(RegistryError) in
            try await client.tags(of: image)
        }
        #expect(reason == .transport(.untrustedCertificate, host: "\(image.host)"))
        #expect(server.requests.isEmpty)
        try await server.stop()
    }

    @Test func `one faulty registry does not hold up others`() async throws {
        let slow = try await ScriptedServer { _ in [.pause(.seconds(3))] }
        let good = try await ScriptedServer { _ in .json(Self.tags) }
        var scene = try Scene()
        scene.transport.requestLimit = .seconds(3)
        scene.options.requestsPerHost = 2
        let images =
            try (0..<2).map { try scene.image(slow.port, "slow/\($0)0") }
            + (0..<8).map { try scene.image(good.port, "good/\($0)0") }
        let found = try await scene.run { client throws(RegistryError) in
            await withTaskGroup(of: Bool.self) { group in
                for image in images {
                    group.addTask { (try? await client.tags(of: image)) == ["1.0"] }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
        }
        #expect(found == 8)
        for server in [slow, good] { try await server.stop() }
    }

    @Test func `a wrong digest is not trusted`() async throws {
        let digest = "sha256:" + String(repeating: "a", count: 64)
        let server = try await ScriptedServer { _ in
            .answer(
                200, #"{"manifests": []}"#,
                fields: ["Content-Type: application/vnd.oci.image.index.v1+json"])
        }
        let scene = try Scene()
        let image = try scene.image(server.port)
        let reason = await scene.reason { client throws(RegistryError) in
            try await client.manifest(of: image, reference: digest)
        }
        guard case .answer(.digestMismatch(.manifest(digest), digest, _)) = reason else {
            Issue.record("\(reason.map { "\($0)" } ?? "no error")")
            return
        }
        try await server.stop()
    }

    @Test func `a reference that would change the request is not sent`() async throws {
        let server = try await ScriptedServer { _ in .answer(200) }
        let scene = try Scene()
        let image = try scene.image(server.port)
        for reference in ["../../other/tags/list", "a?b", "", "sha256:x"] {
            let reason = await scene.reason { client throws(RegistryError) in
                try await client.manifest(of: image, reference: reference)
            }
            #expect(reason == .invalidReference(reference))
        }
        #expect(server.requests.isEmpty)
        try await server.stop()
    }
}
