import Foundation
import TestSupport
import Testing

/// `sluice init`: what it writes, what it asks, and what it leaves alone.
@Suite struct InitTests {
    /// Deployments of production and of staging, in directories with those names.
    private static let fleet = [
        "apps/web/staging/pod.yaml": Manifest.pod("ghcr.io/org/web:staging-v1.2.3"),
        "apps/db/staging/pod.yaml": Manifest.pod("ghcr.io/org/db:staging-v1.2.3"),
        "apps/web/prod/pod.yaml": Manifest.pod("ghcr.io/org/web:prod-v1.2.3"),
        "clusters/prod.yaml": Manifest.pod("ghcr.io/org/web:prod-v1.2.3"),
    ]
    private static let entries = """
        environments:
          - name: prod
            paths:
              - 'apps/web/prod/**'
              - 'clusters/prod.yaml'
          - name: staging
            paths:
              - 'apps/*/staging/**'

        """

    private func text(_ path: String, in fixture: GitFixture) throws -> String {
        try String(contentsOfFile: "\(fixture.path)/\(path)", encoding: .utf8)
    }

    @Test func `environments are named after directories`() throws {
        let fixture = try GitFixture(files: Self.fleet)
        let run = try fixture.sluice(["init", "--yes"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.hasSuffix("\nwrote `.sluice.yaml`\n"))
        #expect(try text(".sluice.yaml", in: fixture).hasSuffix("\n" + Self.entries))
        #expect(try fixture.check().status == 0)
        let again = try fixture.sluice(["init", "--yes"])
        #expect(again.status == 0 && again.output.contains("which is there already"))
    }

    @Test(arguments: ["examples/healthy", "examples/faulty"])
    func `the written configuration does not change the report`(_ folder: String) throws {
        let fixture = try GitFixture()
        try fixture.run("cp", "-R", "\(PackageFolder.url.appending(path: folder).path)/.", ".")
        try fixture.commit()
        let before = try fixture.check("--severity", "note", "--output", "compact").output
        #expect(try fixture.sluice(["init", "--yes"]).status == 0)
        #expect(try fixture.check("--severity", "note", "--output", "compact").output == before)
        #expect(try fixture.check("--show-config").status == 0)
    }

    @Test func `environments that would change the report are written as comments`() throws {
        var files = Self.fleet
        files["apps/web/prod/pod.yaml"] = Manifest.pod(
            "ghcr.io/org/web:staging-v1.2.3 # {\"$imagepolicy\": \"a:b\"}")
        let fixture = try GitFixture(files: files)
        let before = try fixture.check("--output", "compact").output
        #expect(before.contains("warning: `staging-v1.2.3` is a tag of `staging`"))
        #expect(try fixture.sluice(["init", "--yes"]).status == 0)
        let text = try text(".sluice.yaml", in: fixture)
        #expect(text.contains("\n# environments:\n#   - name: prod\n"))
        #expect(text.contains("by these rules: image-environment-mismatch."))
        #expect(try fixture.check("--output", "compact").output == before)
    }

    @Test func `nothing is written without a terminal for the question`() throws {
        let fixture = try GitFixture(files: Self.fleet)
        let state = try fixture.state()
        let run = try fixture.sluice(["init", "--hook", "--workflow", "github"])
        #expect(run.status == 1)
        #expect(run.output.contains("`.sluice.yaml`, which is new:\n"))
        #expect(run.output.contains("`.github/workflows/sluice.yaml`, which is new:\n"))
        #expect(run.output.contains("/pre-commit`, which is new: it runs `sluice hook run`\n"))
        #expect(run.errors == "nothing was written: add --yes, or run this on a terminal\n")
        #expect(try fixture.state() == state)
    }

    @Test(arguments: [("y", 0), ("", 1), ("n", 1)])
    func `on a terminal a question comes before a file is overwritten`(
        _ answer: String, _ status: Int32
    ) throws {
        let fixture = try GitFixture(files: [".sluice.yaml": "version: 1\n"])
        let run = try terminal(["init"], answering: answer, in: fixture)
        #expect(run.output.contains("Overwrite `.sluice.yaml`? [y/N] "))
        #expect(run.status == status)
        #expect(try (text(".sluice.yaml", in: fixture) == "version: 1\n") == (status == 1))
    }

    /// Runs the program on a terminal, with one line as its input.
    private func terminal(
        _ arguments: [String], answering answer: String, in fixture: GitFixture
    ) throws -> ProgramRun {
        let script = """
            import os, pty, sys
            answer = [(sys.argv[1] + "\\n").encode()]
            def type_once(_):
                return answer.pop() if answer else b""
            sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[2:], stdin_read=type_once)))
            """
        return try ProgramRun(
            "python3", ["-c", script, answer, BuiltProgram.path] + arguments, at: fixture.path,
            environment: fixture.environment)
    }

    @Test func `the option yes keeps existing files with other content`() throws {
        let fixture = try GitFixture(files: [
            ".sluice.yml": "version: 1\n", ".gitlab-ci.yml": "a: 1\n",
        ])
        let run = try fixture.sluice(["init", "--yes", "--workflow", "gitlab", "--hook"])
        #expect(run.status == 1)
        #expect(
            run.errors == "`.sluice.yml` is kept as it is\n`.gitlab-ci.yml` is kept as it is\n")
        #expect(run.output.contains("installed `"))
        #expect(try fixture.git("status", "--porcelain") == "")
    }

    @Test func `a link is not followed`() throws {
        let fixture = try GitFixture()
        try fixture.run("ln", "-s", "..", ".github")
        let run = try fixture.sluice(["init", "--yes", "--workflow", "github"])
        #expect(run.status == 2)
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.home.path)/workflows"))
    }

    @Test func `hostile names of directories are quoted`() throws {
        let pod = Manifest.pod("ghcr.io/org/web:1.2.3")
        let fixture = try GitFixture(files: [
            "it's {a,b}*/prod/pod.yaml": pod, "other/x.yaml": pod, "new\nline/dev/a.yaml": pod,
        ])
        #expect(try fixture.sluice(["init", "--yes"]).status == 0)
        let text = try text(".sluice.yaml", in: fixture)
        #expect(text.contains(#"      - 'it''s \{a\,b\}\*/prod/**'"#))
        #expect(text.contains("      - '*/dev/**'"))
        #expect(try fixture.check().status == 0)
    }
}
