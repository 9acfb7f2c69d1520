import ImageReferences
import TestSupport
import Testing

@testable import RegistryAccess
@testable import WebAccess

/// Where credentials go, seen from all servers that got requests.
@Suite(.onOwnThreads)
struct SecretsTests {
    private static let tags = #"{"name": "org/app", "tags": ["1.0"]}"#

    /// A registry that asks for a password, and then follows the script.
    private func registry(
        then script: @escaping ScriptedServer.Script
    ) async throws -> ScriptedServer {
        try await ScriptedServer { request in
            request.value(of: "authorization") == "Basic YWxpY2U6d29uZGVyIQ=="
                ? script(request) : .challenge("Basic realm=\"x\"")
        }
    }

    private func tags(
        at server: ScriptedServer, change: (inout Scene) -> Void = { _ in }
    ) async throws -> RegistryError.Reason? {
        var scene = try Scene()
        try scene.logIn(to: server.port)
        change(&scene)
        let image = try scene.image(server.port)
        return await scene.reason { client throws(RegistryError) in
            try await client.tags(of: image)
        }
    }

    @Test func `next page at another host is not read`() async throws {
        let other = try await ScriptedServer { _ in .json(Self.tags) }
        let link = "http://127.0.0.1:\(other.port)/v2/x/tags/list"
        let server = try await registry { _ in
            .json(Self.tags, fields: ["Link: <\(link)>; rel=next"])
        }
        let reason = try await tags(at: server)
        #expect(reason == .answer(.linkRefused(to: WebAddress(link))))
        #expect(other.requests.isEmpty)
        for server in [server, other] { try await server.stop() }
    }

    @Test func `redirect of tags to another host is not followed`() async throws {
        let other = try await ScriptedServer { _ in .json(Self.tags) }
        let target = "http://127.0.0.1:\(other.port)/steal"
        let server = try await registry { _ in .answer(307, fields: ["Location: \(target)"]) }
        let reason = try await tags(at: server)
        #expect(reason == .answer(.redirectRefused(to: WebAddress(target))))
        #expect(other.requests.isEmpty)
        for server in [server, other] { try await server.stop() }
    }

    @Test func `a redirect at the same host loses the credentials`() async throws {
        let server = try await ScriptedServer { request in
            switch (request.target, request.value(of: "authorization")) {
            case ("/moved", nil): .json(Self.tags)
            case ("/moved", _): .answer(400)
            case (_, nil): .challenge("Basic realm=x")
            default: .answer(307, fields: ["Location: /moved"])
            }
        }
        #expect(try await tags(at: server) == nil)
        let asking = try await registry { _ in .answer(307, fields: ["Location: /private"]) }
        let problem = AccessProblem.askedAfterRedirect(host: "127.0.0.1:\(asking.port)")
        #expect(try await tags(at: asking) == .access(problem))
        #expect(asking.requests.last?.value(of: "authorization") == nil)
        for server in [server, asking] { try await server.stop() }
    }

    @Test func `a blob at another host is read without credentials`() async throws {
        let configuration =
            #"{"os": "linux", "architecture": "amd64", "created": "2024-01-02T03:04:05Z"}"#
        let digest = try #require(Digest(of: Array(configuration.utf8))).text
        let store = try await ScriptedServer { _ in .answer(200, configuration) }
        let server = try await registry { request in
            if request.target.contains("/blobs/") {
                let target = "http://127.0.0.1:\(store.port)/blob?signature=1"
                return .answer(307, fields: ["Location: \(target)"])
            }
            return .answer(
                200,
                """
                {"config": {"mediaType": "x", "digest": "\(digest)", "size": \(configuration.utf8.count)},
                 "layers": []}
                """,
                fields: ["Content-Type: application/vnd.oci.image.manifest.v1+json"])
        }
        var scene = try Scene()
        try scene.logIn(to: server.port)
        let image = try scene.image(server.port)
        let found = try await scene.run { client throws(RegistryError) in
            try await client.imageConfigurations(of: image, reference: "1.0")
        }
        #expect(found.map(\.created) == ["2024-01-02T03:04:05Z"])
        #expect(found.map(\.operatingSystem) == ["linux"])
        #expect(store.requests.map(\.target) == ["/blob?signature=1"])
        Scene.expectNoSecret(at: store)
        for server in [server, store] { try await server.stop() }
    }

    @Test func `a registry gets no credentials of another`() async throws {
        let known = try await registry { _ in .json(Self.tags) }
        let other = try await ScriptedServer { _ in .challenge("Basic realm=x") }
        var scene = try Scene()
        try scene.logIn(to: known.port)
        let image = try scene.image(other.port)
        let reason = await scene.reason { client throws(RegistryError) in
            try await client.tags(of: image)
        }
        #expect(reason == .access(.credentialsMissing(host: "\(image.host)")))
        Scene.expectNoSecret(at: other)
        for server in [known, other] { try await server.stop() }
    }

    @Test(
        .enabled(if: Programs.has("openssl"), "openssl is not installed"),
        arguments: [
            Credential.identityToken(Secret("refresh!")), .accessToken(Secret("issued-token")),
        ])
    func `an identity token goes only to the token server`(credential: Credential) async throws {
        let identity = try Scene.certificates.get().server
        let realm = try await ScriptedServer(identity: identity) { request in
            request.body.contains("refresh_token=refresh%21")
                ? .json(#"{"access_token": "issued-token"}"#) : .answer(401)
        }
        let challenge = "Bearer realm=\"https://localhost:\(realm.port)/token\",service=\"s\""
        let server = try await ScriptedServer { request in
            request.value(of: "authorization") == "Bearer issued-token"
                ? .json(Self.tags) : .challenge(challenge)
        }
        let reason = try await tags(at: server) { scene in
            #expect(throws: Never.self) { try scene.logIn(to: server.port, credential) }
        }
        #expect(reason == nil)
        #expect(
            realm.requests.map(\.method)
                == (credential == .accessToken(Secret("issued-token")) ? [] : ["POST"]))
        #expect(!server.requests.contains { $0.text.contains("refresh") })
        for server in [server, realm] { try await server.stop() }
    }

    @Test(.enabled(if: Programs.has("openssl"), "openssl is not installed"))
    func `a token server that redirects gets no further request`() async throws {
        let identity = try Scene.certificates.get().server
        let thief = try await ScriptedServer { _ in .json(#"{"token": "x"}"#) }
        let target = "http://127.0.0.1:\(thief.port)/token"
        let realm = try await ScriptedServer(identity: identity) { _ in
            .answer(307, fields: ["Location: \(target)"])
        }
        let server = try await ScriptedServer { _ in
            .challenge("Bearer realm=\"https://localhost:\(realm.port)/token\"")
        }
        #expect(try await tags(at: server) == .answer(.redirectRefused(to: WebAddress(target))))
        #expect(realm.requests.count == 1 && thief.requests.isEmpty)
        Scene.expectNoSecret(at: server)
        for server in [server, realm, thief] { try await server.stop() }
    }

    @Test(.enabled(if: Programs.has("openssl"), "openssl is not installed"))
    func `a registry over TLS cannot name a token server over plain HTTP`() async throws {
        let identity = try Scene.certificates.get().server
        let thief = try await ScriptedServer { _ in .json(#"{"token": "x"}"#) }
        let realm = "http://127.0.0.1:\(thief.port)/token"
        let server = try await ScriptedServer(identity: identity) { _ in
            .challenge("Bearer realm=\"\(realm)\"")
        }
        let address = try #require(WebAddress(realm))
        #expect(try await tags(at: server) == .access(.realmNotEncrypted(address)))
        #expect(thief.requests.isEmpty)
        Scene.expectNoSecret(at: server)
        for server in [server, thief] { try await server.stop() }
    }

    @Test func `a token is fetched once for several requests`() async throws {
        let server = try await ScriptedServer { request in
            if request.target.hasPrefix("/token") { return .json(#"{"token": "issued-token"}"#) }
            let realm = "http://\(request.value(of: "host") ?? "")/token"
            return request.value(of: "authorization") == nil
                ? .challenge("Bearer realm=\"\(realm)\"") : .json(Self.tags)
        }
        let scene = try Scene()
        let image = try scene.image(server.port)
        let both = try await scene.run { client throws(RegistryError) in
            [try await client.tags(of: image), try await client.tags(of: image)]
        }
        #expect(both == [["1.0"], ["1.0"]])
        // Challenge, token, tags; then the token that is known already.
        #expect(server.requests.count == 4)
        try await server.stop()
    }

    @Test func `requests to other machines go through the proxy's tunnel`() async throws {
        let proxy = try await ScriptedServer { _ in .answer(407) }
        var scene = try Scene()
        scene.transport.environment = ["HTTPS_PROXY": "http://u:p@127.0.0.1:\(proxy.port)"]
        let image = try RegistryImage("registry.example/org/app")
        let reason = await scene.reason { client throws(RegistryError) in
            try await client.tags(of: image)
        }
        #expect(reason == .transport(.proxy, host: "registry.example"))
        #expect(proxy.requests.map(\.method) == ["CONNECT"])
        #expect(proxy.requests.first?.value(of: "proxy-authorization") == "Basic dTpw")
        try await proxy.stop()
    }
}
