import TestSupport
import Testing

/// `get images` as its users run it.
@Suite struct GetTests {
    private static let files = [
        "images.yaml": """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImageRepository
        metadata: { name: web, namespace: flux-system }
        spec: { image: registry.example.com/web, interval: 1m }
        ---
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImagePolicy
        metadata: { name: web, namespace: flux-system }
        spec: { imageRepositoryRef: { name: web }, policy: { semver: { range: 1.x } } }

        """,
        "tags.json": """
        {"schema": 1, "images": [{"image": "registry.example.com/web",
          "time": "2026-01-02T03:04:05Z", "tags": ["1.0.0", "1.1.0", "2.0.0"]}]}

        """,
    ]

    private static let table =
        "NAME  IMAGE                     TAGS  SCANNED               SUSPENDED  DECLARED\n"
        + "web   registry.example.com/web  3     2026-01-02T03:04:05Z  False      images.yaml:3\n"

    @Test(arguments: [
        ["images", "repository"], ["image", "repository", "web"],
        ["images", "repository", "-n", "flux-system"],
    ])
    func `aliases and names are those of Flux`(_ arguments: [String]) throws {
        let run = try GitFixture(files: Self.files)
            .sluice(["get"] + arguments + ["--tags", "tags.json"])
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output == Self.table)
    }

    @Test func `policies show the selected tag`() throws {
        let run = try GitFixture(files: Self.files).sluice([
            "get", "images", "policy", "-A", "--no-header", "--tags", "tags.json",
        ])
        #expect(
            run.output
                == "flux-system  web  registry.example.com/web  semver 1.x  -  1.1.0  -  images.yaml:8\n"
        )
    }

    @Test func `missing objects are reported`() throws {
        let repository = try GitFixture(files: Self.files)
        let none = try repository.sluice(["get", "images", "all", "-n", "apps"])
        #expect(none.status == 0 && none.output.isEmpty)
        #expect(
            none.errors == "sluice: no such objects in the namespace `apps`; -A shows all\n")
        let missing = try repository.sluice(["get", "images", "policy", "wbe"])
        #expect(missing.status == 2 && missing.output.isEmpty)
        #expect(
            missing.errors
                == "sluice: no image policy `wbe` is declared in the namespace `flux-system`\n")
        let wrong = try repository.sluice(["get", "images", "polices"])
        #expect(wrong.status == 64 && wrong.errors.contains("The value 'polices' is invalid"))
    }
}
