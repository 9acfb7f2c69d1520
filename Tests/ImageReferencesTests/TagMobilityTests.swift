import ImageReferences
import Testing

@Suite struct TagMobilityTests {
    @Test(arguments: [
        ("17.4", "postgres"), ("17.4-alpine", "docker.io/library/postgres"), ("9.6.24", "postgres"),
        ("17.4", "public.ecr.aws/docker/library/postgres"), ("9.1", "dpage/pgadmin4"),
        ("3.10", "registry.k8s.io/pause"), ("36", "ghcr.io/mendhak/http-https-echo"),
        ("1.27.3", "nginx"), ("1.27.3", "ghcr.io/org/app"), ("20240101", "ghcr.io/org/app"),
    ])
    func `tags of releases do not move`(_ tag: String, _ image: String) throws {
        let name = try #require(Repository(nameIn: image)).canonicalName
        #expect(Tag(tag).mobility(ofImage: name) == .fixed)
    }

    @Test(arguments: [
        ("17", "postgres"), ("9.6", "postgres"), ("12", "debian"), ("1.27", "nginx"),
        ("v3", "traefik"), ("24.04", "ubuntu"), ("7.2", "bitnami/redis"),
        ("25.10", "clickhouse/clickhouse-server"), ("stable", "ghcr.io/org/app"),
        ("main", "ghcr.io/org/app"), ("1.2.3-latest", "ghcr.io/org/app"),
    ])
    func `tags of series move`(_ tag: String, _ image: String) throws {
        let name = try #require(Repository(nameIn: image)).canonicalName
        guard case .moves = Tag(tag).mobility(ofImage: name) else {
            Issue.record("`\(image):\(tag)` does not move")
            return
        }
    }

    @Test(arguments: ["1", "v1.4", "2024.1", "1.27-alpine"])
    func `for unknown images it is unknown whether a number moves`(_ tag: String) {
        #expect(Tag(tag).mobility(ofImage: "ghcr.io/org/app") == .unknown)
        #expect(Tag(tag).mobility(ofImage: nil) == .unknown)
    }
}
