import Foundation
import TestSupport
import Testing

/// `suspend image` and `resume image` as their users run them.
@Suite struct SuspendTests {
    private static func repositories(_ suspend: String) -> String {
        ["web", "db"].map { name in
            """
            apiVersion: image.toolkit.fluxcd.io/v1
            kind: ImageRepository
            metadata: { name: \(name), namespace: apps }
            spec: {\(suspend) image: registry.example.com/\(name), interval: 1m } # kept

            """
        }.joined(separator: "---\n")
    }

    @Test func objectsOfOneFileAreSuspendedAndResumed() throws {
        let repository = try GitFixture(files: ["images.yaml": Self.repositories("")])
        func content() throws -> String {
            try String(contentsOfFile: "\(repository.path)/images.yaml", encoding: .utf8)
        }
        let arguments = ["image", "repository", "web", "db", "-n", "apps"]
        let run = try repository.sluice(["suspend"] + arguments)
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(
            run.output
                == "images.yaml:1: `web` is suspended\nimages.yaml:6: `db` is suspended\n")
        #expect(try content() == Self.repositories(" suspend: true,"))
        let again = try repository.sluice(["suspend"] + arguments)
        #expect(again.output.contains("`web` is suspended already"))
        #expect(try repository.sluice(["resume"] + arguments).status == 0)
        #expect(try content() == Self.repositories(" suspend: false,"))
    }

    @Test func nothingIsWrittenUnlessEverythingCanBe() throws {
        let repository = try GitFixture(files: ["images.yaml": Self.repositories("")])
        let run = try repository.sluice(
            ["suspend", "image", "repository", "web", "gone", "-n", "apps"])
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errors == "sluice: no ImageRepository `apps/gone` is declared here\n")
        let status = try repository.shell("git status --porcelain")
        #expect(status.output.isEmpty)
        #expect(try repository.sluice(["suspend", "image", "policy", "web"]).status == 64)
        #expect(try repository.sluice(["resume", "image", "update"]).status == 64)
    }
}
