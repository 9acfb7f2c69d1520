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

    @Test func `objects of one file are suspended and resumed`() throws {
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
        #expect(try content() == Self.repositories(""))
    }

    @Test func `nothing is written unless every object is found`() throws {
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

    @Test(.enabled(if: SmallDisk.isAllowed, "disks can be mounted by root alone"))
    func `nothing stays changed if one of the files cannot be written`() throws {
        let repository = try GitFixture(files: ["a.yaml": "a: 1\n"])
        let disk = try SmallDisk(at: "\(repository.path)/sub", filler: "filler")
        let documents = Self.repositories("").split(separator: "---\n").map(String.init)
        try repository.write("images.yaml", documents[0])
        try repository.write("sub/images.yaml", documents[1])
        try disk.remount("ro")
        let run = try repository.sluice(
            ["suspend", "image", "repository", "web", "db", "-n", "apps"])
        #expect(run.status == 2 && run.errors.contains("sub/images.yaml"), "\(run.errors)")
        let text = try String(contentsOfFile: "\(repository.path)/images.yaml", encoding: .utf8)
        #expect(text == documents[0])
    }

    private static let arguments = ["image", "repository", "web", "-n", "apps", "--commit"]

    @Test func `the commit contains only the change`() throws {
        let repository = try GitFixture(files: [
            "images.yaml": Self.repositories(""), "sub/other.yaml": "a: 1\n",
        ])
        try repository.commit()
        try repository.write("sub/other.yaml", "a: 2\n")
        try repository.git("add", "sub/other.yaml")
        let run = try repository.sluice(["suspend"] + Self.arguments + ["-C", "sub"])
        #expect(run.status == 0, "\(run.errors)")
        let head = try repository.git("rev-parse", "--short=12", "HEAD")
        #expect(run.output == "images.yaml:1: `web` is suspended\ncommitted \(head)\n")
        #expect(
            try repository.git("log", "-1", "--format=%s", "--name-only")
                == "Suspend ImageRepository apps/web\n\nimages.yaml")
        #expect(try repository.git("status", "--porcelain") == "M  sub/other.yaml")
        let again = try repository.sluice(["suspend"] + Self.arguments)
        #expect(again.output == "images.yaml:1: `web` is suspended already\n")
        #expect(try repository.git("rev-parse", "--short=12", "HEAD") == head)
    }

    @Test(arguments: [
        ("echo '# mine' >> images.yaml", "`images.yaml` has changes that HEAD lacks"),
        ("echo '# mine' >> images.yaml && git add images.yaml", "has changes that HEAD lacks"),
        ("git rm --quiet --cached images.yaml", "has changes that HEAD lacks"),
        (
            "printf '#!/bin/sh\\necho not today >&2\\nexit 1\\n' > .git/hooks/pre-commit && "
                + "chmod +x .git/hooks/pre-commit", "`git commit` failed: not today"
        ),
    ])
    func `nothing changes if the commit fails`(_ state: String, _ reason: String) throws {
        let repository = try GitFixture(files: ["images.yaml": Self.repositories("")])
        try repository.commit()
        #expect(try repository.shell("mkdir -p .git/hooks && \(state)").status == 0)
        let before = try repository.shell("cat images.yaml; git status --porcelain; git log").output
        let run = try repository.sluice(["suspend"] + Self.arguments)
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errors.contains(reason), "\(run.errors)")
        let after = try repository.shell("cat images.yaml; git status --porcelain; git log").output
        #expect(after == before)
    }
}
