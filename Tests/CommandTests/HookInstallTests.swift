import Foundation
import TestSupport
import Testing

/// The effects and the output of `sluice hook install`.
@Suite struct HookInstallTests {
    private func install(_ fixture: GitFixture, _ arguments: String...) throws -> ProgramRun {
        try fixture.sluice(["hook", "install"] + arguments)
    }

    @Test func `both hooks are installed once`() throws {
        let fixture = try GitFixture()
        let folder = "\(fixture.path)/.git/hooks"
        let first = try install(fixture)
        #expect(first.status == 0)
        #expect(first.errors.isEmpty)
        #expect(
            first.output == """
                installed `\(folder)/pre-commit`
                installed `\(folder)/pre-merge-commit`

                """)
        let state = try fixture.state()
        #expect(
            try install(fixture).output == """
                `\(folder)/pre-commit` is installed already
                `\(folder)/pre-merge-commit` is installed already

                """)
        #expect(try fixture.state() == state)
    }

    @Test func `the former hook runs first`() throws {
        let fixture = try GitFixture()
        let hook = "repository/.git/hooks/pre-commit"
        try fixture.home.writeProgram(hook, "#!/bin/sh\necho former >&2\n")
        let run = try install(fixture)
        #expect(run.output.contains("the hook that was there runs first, from `"))
        try fixture.write("a.yaml", Manifest.pod("nginx"))
        let commit = try fixture.shell("git add --all && git commit --message m")
        #expect(commit.status == 1)
        #expect(commit.errors.hasPrefix("former\n"))
        #expect(commit.errors.contains("[image-untagged]"))
    }

    @Test func `the option force stops the former hook`() throws {
        let fixture = try GitFixture()
        let hook = "repository/.git/hooks/pre-commit"
        try fixture.home.writeProgram(hook, "#!/bin/sh\nexit 1\n")
        let run = try install(fixture, "--force")
        #expect(run.output.contains("the hook that was there is kept at `"))
        #expect(try fixture.shell("git commit --allow-empty --message m").status == 0)
        #expect(try fixture.home.text(of: hook + ".before-sluice").contains("exit 1"))
    }

    @Test(arguments: ["hooks", "nested/hooks"])
    func `hooks are installed into the directory that Git's configuration names`(_ folder: String)
        throws
    {
        let fixture = try GitFixture()
        try fixture.git("config", "core.hooksPath", folder)
        try fixture.write("apps/a.yaml", Manifest.pod("nginx"))
        #expect(try fixture.sluice(["hook", "install"], in: "apps").status == 0)
        #expect(try fixture.shell("[ -x \(folder)/pre-commit ]").status == 0)
        #expect(try fixture.shell("git add apps && git commit --message m").status == 1)
    }

    @Test func `a hook that another tool manages is left alone`() throws {
        let fixture = try GitFixture()
        let hook = "repository/.git/hooks/pre-commit"
        try fixture.home.writeProgram(hook, "#!/bin/sh\n. \"$(dirname -- \"$0\")/_/husky.sh\"\n")
        let before = try fixture.state()
        let run = try install(fixture)
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("is kept by another tool"))
        #expect(try fixture.state() == before)
    }

    @Test func `without a repository nothing is installed`() throws {
        let run = try install(GitFixture(at: ".", in: TemporaryDirectory()))
        #expect(run.status == 2)
        #expect(run.errors.contains("is not in a Git repository"))
    }
}
