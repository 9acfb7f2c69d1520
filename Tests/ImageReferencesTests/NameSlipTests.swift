import ImageReferences
import Testing

@Suite struct NameSlipTests {
    private func slip(_ name: String) throws -> (slip: NameSlip, meant: String?)? {
        NameSlip.slip(in: try #require(Repository(nameIn: name)))
    }

    @Test(arguments: [
        ("docker.ioorg/app", "docker.io/org/app"), ("quay.oi/org/app", "quay.io/org/app"),
        ("ghrc.io/org/app", "ghcr.io/org/app"), ("gchr.io/org/app", "ghcr.io/org/app"),
        ("dockerr.io/org/app", "docker.io/org/app"), ("docke.io/org/app", "docker.io/org/app"),
        ("ghcr.ghcr.io/org/app", "ghcr.io/org/app"), ("quay.io.quay.io/a/b", "quay.io/a/b"),
        ("docker.io/ghcr.io/org/app", "ghcr.io/org/app"),
        ("ghcr.io/org/app/org/app", "ghcr.io/org/app"),
        ("registry.example.com/a/b/a/b", "registry.example.com/a/b"),
    ])
    func `mistakes are reported with the probable name`(_ name: String, _ meant: String) throws {
        #expect(try slip(name)?.meant == meant)
    }

    @Test(arguments: ["org/team/app", "docker.io/org/team/app"])
    func `Docker Hub has no nested repositories`(_ name: String) throws {
        #expect(try slip(name)?.slip == .nestedInHub)
    }

    @Test(arguments: [
        "nginx", "org/app", "docker.io/library/nginx", "ghcr.io/org/app", "quay.io/org/app",
        "gcr.io/org/app", "icr.io/org/app", "lscr.io/org/app", "localhost:5000/a/b/c",
        "registry.example.com/docker.io/library/nginx", "quay.example.com/org/app",
        "docker.example.io/org/app", "ghcr.io/org/org/app", "index.docker.io/org/app",
        "docker.iohk.io/org/app",
    ])
    func `other names are accepted`(_ name: String) throws {
        #expect(try slip(name) == nil)
    }
}
