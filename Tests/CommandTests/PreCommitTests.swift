import Foundation
import TestSupport
import Testing

/// The hooks in the pre-commit framework itself, which gets them from a repository or from a
/// user's own configuration.
@Suite(.enabled(if: Python.has("pre_commit"), "pre-commit is not installed"))
struct PreCommitTests {
    private static let good = Manifest.pod("nginx:1.27.3")
    private static let bad = Manifest.pod("nginx:latest")

    /// A healthy repository that uses the hook of `.pre-commit-hooks.yaml`.
    private func fixture() throws -> GitFixture {
        let fixture = try GitFixture()
        let hooks = GitFixture(at: "hooks", in: fixture.home)
        try hooks.makeRepository([".pre-commit-hooks.yaml": Self.text(of: ".pre-commit-hooks.yaml")]
        )
        return try prepare(
            fixture,
            configuration: """
                repos:
                  - repo: file://\(hooks.path)
                    rev: \(try hooks.git("rev-parse", "HEAD"))
                    hooks:
                      - id: sluice

                """)
    }

    private func prepare(_ fixture: GitFixture, configuration: String) throws -> GitFixture {
        try fixture.putSluiceOnPath()
        try fixture.commit([
            ".pre-commit-config.yaml": configuration, "a.yaml": Self.good,
            "images/web.yaml": Manifest.policy("web"), "images/api.yaml": Manifest.policy("api"),
            "apps/web.yaml": Manifest.podFollowing("web"),
        ])
        let types = ["pre-commit", "pre-merge-commit", "pre-push"].flatMap { ["-t", $0] }
        let installation = try run(fixture, "pre-commit", ["install"] + types)
        #expect(installation.status == 0, "\(installation.output)\(installation.errors)")
        return fixture
    }

    private static func text(of file: String) throws -> String {
        try String(contentsOf: PackageFolder.url.appending(path: file), encoding: .utf8)
    }

    private func run(
        _ fixture: GitFixture, _ program: String, _ arguments: [String]
    ) throws -> ProgramRun {
        var environment = fixture.environment
        environment["PATH"] =
            "\(fixture.home.path)/bin:\(Python.folder):\(environment["PATH"] ?? "")"
        environment["PRE_COMMIT_HOME"] = fixture.home.path + "/cache"
        return try ProgramRun(program, arguments, at: fixture.path, environment: environment)
    }

    /// Both streams, because Git and the framework each have their own habits.
    private func expect(
        _ rule: String?, from run: ProgramRun, location: SourceLocation = #_sourceLocation
    ) {
        let text = run.output + run.errors
        #expect((run.status == 0) == (rule == nil), "\(text)", sourceLocation: location)
        #expect(text.contains("[\(rule ?? "")]") == (rule != nil), sourceLocation: location)
        #expect(
            text.contains(rule == nil ? "Passed" : "Failed"), "\(text)", sourceLocation: location)
    }

    @Test func `a commit is checked as it is staged`() throws {
        let fixture = try fixture()
        try fixture.write("a.yaml", Self.bad)
        try fixture.git("add", "a.yaml")
        try fixture.write("a.yaml", Self.good)
        let commit = ["commit", "--message", "m"]
        expect("image-latest-tag", from: try run(fixture, "git", commit))
        try fixture.write("a.yaml", Self.good + "# a note\n")
        try fixture.git("add", "a.yaml")
        try fixture.write("a.yaml", Self.bad)
        expect(nil, from: try run(fixture, "git", commit))
    }

    @Test func `a commit that only deletes a policy is refused`() throws {
        let fixture = try fixture()
        try fixture.git("rm", "--quiet", "images/web.yaml")
        let commit = try run(fixture, "git", ["commit", "--message", "m"])
        expect("marker-policy-missing", from: commit)
    }

    @Test func `the option all-files checks the whole index`() throws {
        let fixture = try fixture()
        expect(nil, from: try run(fixture, "pre-commit", ["run", "--all-files"]))
        try fixture.write("a.yaml", Self.bad)
        try fixture.git("commit", "--quiet", "--no-verify", "--all", "--message", "m")
        expect("image-latest-tag", from: try run(fixture, "pre-commit", ["run", "--all-files"]))
    }

    @Test func `a push is checked at its last commit`() throws {
        let fixture = try fixture()
        try fixture.git("init", "--quiet", "--bare", "../remote.git")
        try fixture.git("remote", "add", "origin", "../remote.git")
        let push = ["push", "origin", "main"]
        expect(nil, from: try run(fixture, "git", push))
        try fixture.write("a.yaml", Self.bad)
        try fixture.git("commit", "--quiet", "--no-verify", "--all", "--message", "m")
        try fixture.write("a.yaml", Self.good)
        expect("image-latest-tag", from: try run(fixture, "git", push))
        try fixture.git("commit", "--quiet", "--no-verify", "--all", "--message", "m")
        expect(nil, from: try run(fixture, "git", push))
    }

    @Test func `the first push is checked`() throws {
        let fixture = try fixture()
        try fixture.write("a.yaml", Self.bad)
        try fixture.git("commit", "--quiet", "--no-verify", "--all", "--amend", "--message", "m")
        try fixture.write("a.yaml", Self.good)
        try fixture.git("add", "a.yaml")
        try fixture.git("init", "--quiet", "--bare", "../remote.git")
        let push = ["push", "\(fixture.home.path)/remote.git", "main"]
        expect("image-latest-tag", from: try run(fixture, "git", push))
    }

    @Test func `of the two commits of a CI run the second is checked`() throws {
        let fixture = try fixture()
        let good = try fixture.git("rev-parse", "HEAD")
        try fixture.write("a.yaml", Self.bad)
        try fixture.git("commit", "--quiet", "--no-verify", "--all", "--message", "m")
        let bad = try fixture.git("rev-parse", "HEAD")
        for (from, to, rule) in [(good, bad, "image-latest-tag"), (bad, good, nil)] {
            let arguments = ["run", "--from-ref", from, "--to-ref", to]
            expect(rule, from: try run(fixture, "pre-commit", arguments))
        }
    }

    @Test func `the local configuration of the page works`() throws {
        let page = try Self.text(of: "docs/hooks.md")
        let block = try #require(
            page.firstMatch(of: /```yaml\n(repos:\n  - repo: local\n(?:.*\n)*?)```/))
        let fixture = try prepare(try GitFixture(), configuration: String(block.1))
        try fixture.git("rm", "--quiet", "images/web.yaml")
        let commit = try run(fixture, "git", ["commit", "--message", "m"])
        expect("marker-policy-missing", from: commit)
    }
}
