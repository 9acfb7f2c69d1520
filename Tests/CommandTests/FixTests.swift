import Foundation
import TestSupport
import Testing

/// The options `--fix`, `--diff` and `--unsafe-fixes` of `check`.
@Suite struct FixTests {
    private static let misspelled = Manifest.pod(
        "ghcr.io/org/web:1.0.0 # {\"$imagePolicy\": \"flux-system:web\"}")
    private static let mended = Manifest.podFollowing("web")
    private static let oldPolicy = Manifest.policy("web").replacing(
        "fluxcd.io/v1", with: "fluxcd.io/v1beta1")

    private static func text(_ path: String, in fixture: GitFixture) throws -> String {
        try String(contentsOfFile: "\(fixture.path)/\(path)", encoding: .utf8)
    }

    /// A safe fix, an unsafe one and a finding without any.
    private static func fixture() throws -> GitFixture {
        try GitFixture(files: [
            "a.yaml": misspelled, "b.yaml": Manifest.pod("nginx:latest"), "p.yaml": oldPolicy,
            ".sluice.yaml": "version: 1\nflux: { version: \"2.9\" }\n",
        ])
    }

    @Test func `safe fixes are made and the rest is reported`() throws {
        let fixture = try Self.fixture()
        let check = try fixture.check()
        #expect(
            check.errors.hasSuffix(
                "1 fixable with `sluice check --fix`, 1 more with `--unsafe-fixes`\n"))
        let run = try fixture.check("--fix")
        #expect(run.status == 1)
        #expect(
            run.findings == ["b.yaml:7:20 [image-latest-tag]", "p.yaml:1:13 [api-version-removed]"])
        #expect(
            run.errors == """
                fixed 1 finding in 1 file
                2 errors in 4 files
                2 items not checked:
                  1: the repository declares no ImageRepositories in this namespace
                  1: the repository declares no automation that rewrites it
                1 fixable with `sluice check --fix --unsafe-fixes`

                """)
        #expect(try Self.text("a.yaml", in: fixture) == Self.mended)
        #expect(try Self.text("p.yaml", in: fixture) == Self.oldPolicy)
        let again = try fixture.check("--fix")
        #expect(again.errors.hasPrefix("fixed nothing\n"))
    }

    @Test func `unsafe fixes are made on request`() throws {
        let fixture = try Self.fixture()
        let check = try fixture.check("--unsafe-fixes")
        #expect(check.errors.hasSuffix("2 fixable with `sluice check --fix --unsafe-fixes`\n"))
        let run = try fixture.check("--fix", "--unsafe-fixes", "--quiet")
        #expect(run.status == 1)
        #expect(run.findings == ["b.yaml:7:20 [image-latest-tag]"])
        #expect(run.errors.isEmpty)
        #expect(try Self.text("p.yaml", in: fixture) == Manifest.policy("web"))
    }

    @Test func `a diff is shown and nothing is changed`() throws {
        let fixture = try Self.fixture()
        let run = try fixture.check("--diff", "--unsafe-fixes")
        #expect(run.status == 1)
        #expect(run.errors == "would fix 2 findings in 2 files\n")
        try expect(run.output, isRecordedAs: "check-diff")
        #expect(try fixture.git("status", "--porcelain").isEmpty)
        #expect(try fixture.check("--diff", "--unsafe-fixes", "--exit-zero").status == 0)
        try fixture.write("fixes.diff", run.output)
        try fixture.git("apply", "fixes.diff")
        #expect(try Self.text("a.yaml", in: fixture) == Self.mended)
        let after = try fixture.check("--diff", "--unsafe-fixes")
        #expect(after.status == 0 && after.output.isEmpty)
    }

    @Test func `a diff for a commit does not depend on the work tree`() throws {
        let fixture = try Self.fixture()
        try fixture.write("a.yaml", Self.mended)
        #expect(try fixture.check("--diff").output.isEmpty)
        #expect(
            try fixture.check("--diff", "--rev", "HEAD").output.contains("-    - image: ghcr.io"))
    }

    @Test func `paths and rules narrow what is fixed`() throws {
        let fixture = try GitFixture(files: [
            "a/a.yaml": Self.misspelled, "b/b.yaml": Self.misspelled,
            "p.yaml": Manifest.policy("web"),
        ])
        #expect(try fixture.check("--fix", "--rule", "image-latest-tag").status == 0)
        #expect(try fixture.git("status", "--porcelain").isEmpty)
        #expect(try fixture.check("--fix", "a").status == 0)
        #expect(try fixture.git("status", "--porcelain") == " M a/a.yaml")
    }

    @Test func `a fix that brings another finding is not made`() throws {
        let fixture = try GitFixture(files: [
            "a.yaml": Self.misspelled.replacing(":web\"", with: ":web:tag\""),
            "b.yaml": Self.misspelled, "p.yaml": Manifest.policy("web"),
        ])
        let run = try fixture.check("--fix")
        #expect(run.status == 1)
        #expect(run.findings == ["a.yaml:7:36 [marker-misspelled]"])
        #expect(
            run.errors.hasPrefix(
                """
                a.yaml:7: `marker-misspelled` is not fixed: `marker-form-mismatch` would be found then
                fixed 1 finding in 1 file

                """))
        #expect(try Self.text("b.yaml", in: fixture) == Self.mended)
    }

    @Test func `suppressed findings are not fixed`() throws {
        let text = Self.misspelled.replacing(
            "    - image", with: "    # sluice: ignore[marker-misspelled] a test\n    - image")
        let fixture = try GitFixture(files: ["a.yaml": text, "p.yaml": Manifest.policy("web")])
        #expect(try fixture.check("--fix").errors.hasPrefix("fixed nothing\n"))
        #expect(try Self.text("a.yaml", in: fixture) == text)
    }

    @Test func `staged findings are fixed in the work tree`() throws {
        let fixture = try GitFixture(files: ["p.yaml": Manifest.policy("web")])
        try fixture.write("a.yaml", Self.misspelled)
        try fixture.write("b.yaml", Self.misspelled)
        try fixture.git("add", "--all")
        try fixture.write("b.yaml", Self.misspelled + "# more\n")
        let run = try fixture.check("--staged", "--fix")
        #expect(run.status == 1)
        #expect(run.findings == ["b.yaml:7:36 [marker-misspelled]"])
        try expect(run.errors, isRecordedAs: "check-fix-staged")
        #expect(try Self.text("a.yaml", in: fixture) == Self.mended)
        #expect(try Self.text("b.yaml", in: fixture) == Self.misspelled + "# more\n")
        #expect(try fixture.git("show", ":a.yaml") + "\n" == Self.misspelled)

        try fixture.git("reset", "--quiet", "b.yaml")
        let second = try fixture.check("--staged", "--fix")
        #expect(second.status == 1, "the index still has the finding")
        try fixture.git("add", "a.yaml")
        #expect(try fixture.check("--staged", "--fix").status == 0)
    }

    @Test func `the faulty example keeps the findings without a fix`() throws {
        let fixture = try GitFixture()
        let source = PackageFolder.url.appending(path: "examples/faulty").path
        try fixture.run("cp", "-R", "\(source)/.", ".")
        try fixture.commit()
        let run = try fixture.check("--fix", "--unsafe-fixes", "--severity", "note")
        #expect(run.status == 1)
        try expect(
            run.findings.joined(separator: "\n") + "\n" + run.errors,
            isRecordedAs: "examples-faulty-fixed")
        try expect(try fixture.git("diff"), isRecordedAs: "examples-faulty-fixes")
    }

    @Test(arguments: [
        (["--fix", "--rev", "HEAD"], "--fix writes into the work tree: no --rev"),
        (["--diff", "--output", "json"], "--diff prints a diff in place of a report"),
        (["--fix", "--show-config"], "--fix and --diff exclude --update-baseline"),
    ])
    func `options that exclude each other are refused`(_ arguments: [String], _ message: String)
        throws
    {
        let run = try GitFixture().sluice(["check"] + arguments)
        #expect(run.status == 64)
        #expect(run.errors.contains("Error: \(message)"))
    }
}
