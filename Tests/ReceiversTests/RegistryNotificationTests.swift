import Receivers
import TestSupport
import Testing

/// The calls of Debian's `docker-registry`, as it makes them.
@Suite struct RegistryNotificationTests {
    @Test(.enabled(if: RealRegistry.isThere))
    func `a push to a registry has its image scanned, and a signature has nothing`() async throws {
        let server = try await ScriptedServer { _ in .answer(200) }
        let registry = try RealRegistry(
            storage: try TemporaryDirectory(),
            settings: """
                notifications:
                  endpoints:
                    - name: sluice
                      url: http://127.0.0.1:\(server.port)\(hook)
                      timeout: 5s
                      threshold: 3
                      backoff: 1s
                """)
        let images = "127.0.0.1:\(registry.port)"
        let layout = try ImageLayout(created: "2026-01-01T00:00:00Z")
        func push(_ tag: String) throws {
            try RealRegistry.skopeo(
                "copy", "--quiet", "--all", "--dest-tls-verify=false",
                "oci:\(layout.folder.path):all", "docker://\(images)/\(tag)")
        }
        let table = table(
            manifest(
                type: "generic",
                resources: """
                        - {kind: ImageRepository, name: web}
                        - {kind: ImageRepository, name: api}
                    """),
            imageRepository("web", image: "\(images)/org/web"),
            imageRepository("api", image: "\(images)/org/api"))
        /// The images of all calls up to the one that names `tag`.
        func scanned(untilTag tag: String) async throws -> Set<String> {
            for _ in 0..<1_200 where !server.requests.contains(where: { $0.body.contains(tag) }) {
                try await Task.sleep(for: .milliseconds(50))
            }
            try #require(server.requests.contains { $0.body.contains(tag) })
            var scanned: Set<String> = []
            for request in server.requests {
                let outcome = try await table.outcome(
                    of: ReceiverCall(
                        method: request.method, target: request.target, fields: request.fields,
                        body: Array(request.body.utf8)))
                #expect(outcome.status == 200)
                #expect(outcome.deliveryID != nil)
                scanned.formUnion(outcome.images)
            }
            return scanned
        }
        try push("org/api:sha256-\(String(repeating: "0f", count: 32)).sig")
        #expect(try await scanned(untilTag: ".sig").isEmpty)
        try push("org/web:1.0.0")
        #expect(try await scanned(untilTag: #""1.0.0""#) == ["flux-system/web"])
        try await server.stop()
    }
}
