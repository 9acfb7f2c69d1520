import Foundation
import TestSupport
import Testing

/// The installed hook in the commits that Git makes.
@Suite struct HookTests {
    private static let good = Manifest.pod("nginx:1.27.3")
    private static let bad = Manifest.pod("nginx:latest")

    /// A healthy repository with the hook.
    private func fixture() throws -> GitFixture {
        let fixture = try GitFixture(files: ["a.yaml": Self.good, "b.yaml": Self.good])
        try fixture.putSluiceOnPath()
        #expect(try fixture.sluice(["hook", "install"]).status == 0)
        return fixture
    }

    /// Runs `git`, and says whether it made a commit.
    private func commits(_ fixture: GitFixture, _ arguments: String...) throws -> Bool {
        let before = try fixture.git("rev-parse", "HEAD")
        let run = try ProgramRun(
            "git", arguments, at: fixture.path, environment: fixture.environment)
        let isMade = try fixture.git("rev-parse", "HEAD") != before
        #expect((run.status == 0) == isMade, "\(run.errors)")
        // Git writes the hook's output to its own standard error.
        #expect(run.errors.contains("[image-latest-tag]") != isMade, "\(run.errors)")
        return isMade
    }

    @Test func `a commit is checked as staged, not as on disk`() throws {
        let fixture = try fixture()
        try fixture.write("a.yaml", Self.bad)
        try fixture.git("add", "a.yaml")
        try fixture.write("a.yaml", Self.good)
        #expect(try !commits(fixture, "commit", "--message", "m"))
        try fixture.git("add", "a.yaml")
        try fixture.write("a.yaml", Self.good + "# a note\n")
        try fixture.git("add", "a.yaml")
        try fixture.write("a.yaml", Self.bad)
        #expect(try commits(fixture, "commit", "--message", "m"))
    }

    @Test func `a commit of all files is checked`() throws {
        let fixture = try fixture()
        try fixture.write("a.yaml", Self.bad)
        #expect(try !commits(fixture, "commit", "--all", "--message", "m"))
        try fixture.write("a.yaml", Self.good + "# a note\n")
        #expect(try commits(fixture, "commit", "--all", "--message", "m"))
    }

    @Test func `a commit of one path is checked without the rest`() throws {
        let fixture = try fixture()
        try fixture.write("a.yaml", Self.bad)
        try fixture.git("add", "a.yaml")
        try fixture.write("b.yaml", Self.good + "# a note\n")
        #expect(try commits(fixture, "commit", "--message", "m", "--", "b.yaml"))
        #expect(try !commits(fixture, "commit", "--message", "m", "--", "a.yaml"))
    }

    @Test func `an amended commit is checked for new findings`() throws {
        let fixture = try fixture()
        try fixture.write("a.yaml", Self.bad)
        try fixture.git("add", "a.yaml")
        #expect(try !commits(fixture, "commit", "--amend", "--message", "m"))
        try fixture.git("checkout", "--quiet", "HEAD", "a.yaml")
        #expect(try commits(fixture, "commit", "--amend", "--message", "other"))
    }

    @Test func `a commit from a subdirectory is checked`() throws {
        let fixture = try fixture()
        try fixture.write("apps/a.yaml", Self.bad)
        try fixture.git("add", "apps")
        #expect(try !commits(fixture, "-C", "apps", "commit", "--message", "m"))
    }

    @Test func `a merge is checked`() throws {
        let fixture = try fixture()
        try fixture.git("switch", "--quiet", "--create", "side")
        try fixture.write("c.yaml", Self.bad)
        try fixture.git("add", "c.yaml")
        try fixture.git("commit", "--quiet", "--no-verify", "--message", "m")
        try fixture.git("switch", "--quiet", "main")
        #expect(try !commits(fixture, "merge", "--no-ff", "--message", "m", "side"))
        try fixture.git("merge", "--abort")
        #expect(try commits(fixture, "merge", "--no-ff", "--no-verify", "--message", "m", "side"))
    }

    @Test func `a merge after a conflict is checked`() throws {
        let fixture = try fixture()
        try fixture.git("switch", "--quiet", "--create", "side")
        try fixture.commit(["a.yaml": Manifest.pod("nginx:1.27.4")])
        try fixture.git("switch", "--quiet", "main")
        try fixture.commit(["a.yaml": Manifest.pod("nginx:1.27.5")])
        #expect(throws: GitFixture.Failure.self) { try fixture.git("merge", "--quiet", "side") }
        try fixture.write("a.yaml", Self.bad)
        try fixture.git("add", "a.yaml")
        #expect(try !commits(fixture, "commit", "--message", "m"))
        try fixture.write("a.yaml", Manifest.pod("nginx:1.27.6"))
        try fixture.git("add", "a.yaml")
        #expect(try commits(fixture, "commit", "--message", "m"))
    }

    @Test func `linked work trees share the hook`() throws {
        let fixture = try fixture()
        try fixture.git("worktree", "add", "--quiet", "-b", "side", "../side")
        let side = GitFixture(at: "side", in: fixture.home)
        try side.write("a.yaml", Self.bad)
        try side.git("add", "a.yaml")
        try side.write("a.yaml", Self.good)
        #expect(try !commits(side, "commit", "--message", "m"))
        #expect(
            try side.sluice(["hook", "install"]).output.contains(
                "`\(fixture.path)/.git/hooks/pre-commit` is installed already"))
    }

    @Test func `a submodule has its own hook`() throws {
        let fixture = try fixture()
        try GitFixture(at: "other", in: fixture.home).makeRepository(["c.yaml": Self.good])
        try fixture.git(
            "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../other", "sub")
        let submodule = GitFixture(at: "repository/sub", in: fixture.home)
        #expect(try submodule.sluice(["hook", "install"]).status == 0)
        try submodule.write("c.yaml", Self.bad)
        try submodule.git("add", "c.yaml")
        #expect(try !commits(submodule, "commit", "--message", "m"))
        #expect(try commits(fixture, "commit", "--message", "m"))
    }

    @Test func `the first commit is checked`() throws {
        let fixture = try GitFixture()
        try fixture.putSluiceOnPath()
        #expect(try fixture.sluice(["hook", "install"]).status == 0)
        try fixture.write("a.yaml", Self.bad)
        try fixture.git("add", "a.yaml")
        #expect(throws: GitFixture.Failure.self) { try fixture.git("commit", "--message", "m") }
        try fixture.write("a.yaml", Self.good)
        try fixture.git("add", "a.yaml")
        try fixture.git("commit", "--quiet", "--message", "m")
    }

    @Test func `outside of a commit the whole index is checked`() throws {
        let fixture = try fixture()
        try fixture.write("a.yaml", Self.bad)
        try fixture.git("add", "a.yaml")
        try fixture.git("commit", "--quiet", "--no-verify", "--message", "m")
        let run = try fixture.sluice(["hook", "run"])
        #expect(run.status == 1)
        #expect(run.findings == ["a.yaml:7:20 [image-latest-tag]"])
    }

    @Test func `a pushed commit is checked as a whole`() throws {
        let fixture = try fixture()
        let good = try fixture.git("rev-parse", "HEAD")
        try fixture.write("a.yaml", Self.bad)
        try fixture.git("commit", "--quiet", "--no-verify", "--all", "--message", "m")
        let bad = try fixture.git("rev-parse", "HEAD")
        for (from, to, status) in [(good, bad, 1), (bad, good, 0)] as [(String, String, Int32)] {
            let run = try fixture.sluice(
                ["hook", "run", "origin", "url"],
                with: ["PRE_COMMIT_FROM_REF": from, "PRE_COMMIT_TO_REF": to])
            #expect(run.status == status)
        }
    }
}
