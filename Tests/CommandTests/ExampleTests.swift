import Foundation
import TestSupport
import Testing

/// The example repositories, and the commands that the documents show.
@Suite struct ExampleTests {
    /// The page that lists all commands with their options.
    private static let commands = PackageFolder.url.appending(path: "docs/commands.md")

    /// A repository with a copy of a directory of this package.
    private func copy(of folder: String) throws -> GitFixture {
        let fixture = try GitFixture()
        let source = PackageFolder.url.appending(path: folder).path
        try fixture.run("cp", "-R", "\(source)/.", ".")
        try fixture.commit()
        return fixture
    }

    @Test(arguments: [
        "examples/healthy", "Tests/Fixtures/seeds/image-update-guide",
        "Tests/Fixtures/seeds/custom-resources", "Tests/Fixtures/seeds/promotion-guide",
    ]) func `nothing is reported on healthy repositories`(_ folder: String) throws {
        let run = try copy(of: folder).check("--severity", "note")
        #expect(run.status == 0)
        // Guides from the time of an earlier Flux show its API versions.
        #expect(run.findings.allSatisfy { $0.hasSuffix("[api-version-removed]") })
        #expect(!run.errors.contains("in 0 files"))
    }

    @Test func `every seed directory is tested`() throws {
        let folder = PackageFolder.url.appending(path: "Tests/Fixtures/seeds").path
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(
            names.sorted()
                == ["README.md", "custom-resources", "image-update-guide", "promotion-guide"])
    }

    @Test func `the faulty example has the findings that its README lists`() throws {
        let run = try copy(of: "examples/faulty").check()
        #expect(run.status == 1)
        let text = try String(
            contentsOf: PackageFolder.url.appending(path: "examples/faulty/README.md"),
            encoding: .utf8)
        let rows = text.matches(of: /(?m)^\| `([^`]+)` \|.*\| ([a-z-]+) \|$/)
        let found = run.findings.compactMap { finding in
            finding.firstMatch(of: /^(.+?):.*\[(.*)\]$/).map { "\($0.1) \($0.2)" }
        }
        #expect(found.count > 10)
        #expect(Set(found) == Set(rows.map { "\($0.1) \($0.2)" }))
    }

    @Test func `the faulty example is reported as recorded`() throws {
        let run = try copy(of: "examples/faulty").check()
        try expect(run.output + run.errors, isRecordedAs: "examples-faulty")
    }

    @Test(arguments: [
        ("examples/healthy", "apps/overlays/production/frontend.yaml:17", "explain-healthy"),
        ("examples/faulty", "apps/overlays/staging/podinfo-image.yaml:10", "explain-faulty"),
        ("examples/healthy", "apps/base/podinfo/deployment.yaml:16", "explain-image"),
    ]) func `explanations of lines of the examples are as recorded`(
        _ folder: String, _ place: String, _ name: String
    ) throws {
        let tag = "production-v2.1.0-0123abc-1737360000"
        let run = try copy(of: folder).sluice(["explain", place, "--tag", tag])
        #expect(run.status == 0)
        try expect(run.output + run.errors, isRecordedAs: name)
    }

    @Test func `the demonstration shows findings and exit statuses`() throws {
        let fixture = try GitFixture()
        let script = PackageFolder.url.appending(path: "scripts/demo").path
        let run = try fixture.shell("'\(script)' '\(BuiltProgram.path)'")
        #expect(run.status == 0)
        #expect(run.output.contains("[image-latest-tag]"))
        #expect(run.output.contains("\nExit status 1, as it should be"))
        let own = try fixture.shell("'\(script)' '\(BuiltProgram.path)' .")
        #expect(own.output.hasSuffix("\nExit status 0: nothing to report.\n"))
    }

    @Test(.enabled(if: Programs.has("python3"), "python3 is not installed"))
    func `the picture of a commit shows a real run`() throws {
        let script = PackageFolder.url.appending(path: "scripts/picture").path
        let run = try GitFixture().shell("'\(script)' '\(BuiltProgram.path)'")
        let golden = Golden(PackageFolder.url.appending(path: "docs/pictures/commit.svg"))
        let lines = run.output.split(separator: "\n").map(String.init)
        if Golden.isRecording {
            try golden.record(lines)
            Issue.record("recorded; compare without RECORD")
        }
        #expect(run.status == 0 && lines == golden.lines, "\(run.errors)")
    }

    @Test func `every option of the list of commands is in the help`() throws {
        let text = try String(contentsOf: Self.commands, encoding: .utf8)
        let folder = PackageFolder.url.appending(path: "Tests/CommandTests/Golden")
        let help = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix("sluice") }
            .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
            .joined()
        let options = text.matches(of: /`(?:sluice [a-z ]*\[?)?(--[a-z-]+|-C)/).map(\.1)
        #expect(options.count > 5)
        for option in options { #expect(help.contains("  \(option) "), "\(option)") }
    }
}
