import Foundation
import TestSupport
import Testing

/// Where reports go, and in which form.
@Suite struct OutputTests {
    private func faulty() throws -> GitFixture {
        try GitFixture(files: ["a.yaml": Manifest.pod("nginx:latest")])
    }

    @Test func `SARIF contains the address of the repository`() throws {
        let fixture = try GitFixture(files: ["a.yaml": Manifest.pod("nginx:1.27.3")])
        try fixture.git("remote", "add", "origin", "https://ada:secret@example.org/org/fleet.git")
        let head = try fixture.git("rev-parse", "HEAD")
        let run = try fixture.check(
            "--rev", "HEAD", "--output", "sarif", "--sarif-category", "apps")
        #expect(run.output.contains(#""automationDetails":{"id":"apps/"}"#))
        #expect(
            run.output.contains(
                #"[{"repositoryUri":"https://example.org/org/fleet","revisionId":"\#(head)"}]"#))
        #expect(try !fixture.check("--output", "sarif").output.contains("revisionId"))
        #expect(try fixture.check("--sarif-category", "apps/").status == 64)
    }

    @Test func `several reports come from one run`() throws {
        let fixture = try faulty()
        let run = try fixture.check(
            "--output", "text", "--output", "json=../report.json", "--output", "sarif=r.sarif")
        #expect(run.status == 1)
        #expect(run.findings == ["a.yaml:7:20 [image-latest-tag]"])
        #expect(run.errors == "1 error in 1 file\n")
        #expect(try fixture.home.text(of: "report.json").hasPrefix(#"{"command":"check""#))
        #expect(try fixture.home.text(of: "repository/r.sarif").hasSuffix("}\n"))
    }

    @Test func `a report is written relative to the directory of the run`() throws {
        let fixture = try faulty()
        try fixture.write("apps/README.md", "")
        let run = try fixture.check("-C", "apps", "--output", "json=report.json")
        #expect(run.status == 1)
        #expect(run.output.isEmpty)
        #expect(try fixture.home.text(of: "repository/apps/report.json").contains("image-latest"))
    }

    @Test func `a file is replaced as a whole`() throws {
        let fixture = try faulty()
        try fixture.home.write("report", "old")
        try FileManager.default.linkItem(
            atPath: "\(fixture.home.path)/report", toPath: "\(fixture.home.path)/reader")
        #expect(try fixture.check("--output", "text=../report").status == 1)
        #expect(try fixture.home.text(of: "report").hasPrefix("a.yaml:7:20"))
        #expect(try fixture.home.text(of: "reader") == "old")
    }

    /// A report must not replace a device or pipe by a file, which other programs depend on.
    @Test func `reports are written through links and to pipes`() throws {
        let fixture = try faulty()
        let files = FileManager.default
        // Longer than the report, so that a rest of it would be seen.
        try fixture.home.write("target", String(repeating: "x", count: 100_000))
        try files.createSymbolicLink(
            atPath: "\(fixture.home.path)/link", withDestinationPath: "target")
        #expect(try fixture.check("--output", "json=../link").status == 1)
        #expect(try fixture.home.text(of: "target").hasSuffix("}\n"))
        #expect(
            try files.destinationOfSymbolicLink(atPath: "\(fixture.home.path)/link") == "target")

        let piped = try fixture.shell(
            "mkfifo ../pipe && { cat ../pipe & sluice check --output json=../pipe; wait; }")
        #expect(piped.output.hasPrefix(#"{"command":"check""#))
        #expect(try fixture.shell("[ -p ../pipe ]").status == 0)
    }

    @Test(arguments: [
        ("json=nothing/report.json", "`nothing/report.json`: no such file or directory"),
        ("sarif=apps", "`apps`: is a directory"),
        ("text=a.yaml/report", "`a.yaml/report`: not a directory"),
    ])
    func `a report that cannot be written is an error`(_ output: String, _ message: String) throws {
        let fixture = try faulty()
        try fixture.write("apps/README.md", "")
        let run = try fixture.check("--output", output)
        #expect(run.status == 2)
        #expect(run.errors == "sluice: cannot write to \(message)\n")
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.path)
        #expect(names.sorted() == [".git", "a.yaml", "apps"])
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func `a full disk fails the check`() throws {
        let run = try faulty().shell("sluice check >/dev/full")
        #expect(run.status == 2)
        #expect(run.errors == "sluice: cannot write to standard output: no space left on device\n")
    }

    @Test(arguments: ["text", "json", "sarif"])
    func `a reader that closes the pipe does not change the status`(_ format: String) throws {
        // More than fits into a pipe, so that the program writes to the closed end.
        let pod = Manifest.pod("nginx:latest")
        let fixture = try GitFixture(files: [
            "a.yaml": Array(repeating: pod, count: 2000)
                .joined(separator: "---\n")
        ])
        let line = "{ sluice check --output \(format); echo $? >../status; } | head -c 10"
        let run = try fixture.shell(line)
        #expect(run.output.utf8.count == 10)
        #expect(run.errors == "2000 errors in 1 file\n")
        #expect(try fixture.home.text(of: "status") == "1\n")
    }

    @Test(
        arguments: [
            ("always", [:], true), ("never", [:], false), ("auto", [:], false),
            ("always", ["NO_COLOR": "1"], true),
        ] as [(String, [String: String], Bool)])
    func `without a terminal text is coloured only on request`(
        _ choice: String, _ variables: [String: String], _ isColoured: Bool
    ) throws {
        let run = try faulty().sluice(["check", "--color", choice], with: variables)
        #expect(run.output.contains("\u{1B}[1;31m") == isColoured)
        #expect(run.output.contains("\u{1B}") == isColoured)
    }

    @Test(
        arguments: [
            ([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true),
            (["TERM": "dumb"], false),
        ] as [([String: String], Bool)])
    func `text on a terminal is coloured unless variables forbid it`(
        _ variables: [String: String], _ isColoured: Bool
    ) throws {
        let fixture = try faulty()
        let script =
            "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"
        let run = try ProgramRun(
            "python3", ["-c", script, BuiltProgram.path, "check"], at: fixture.path,
            environment: fixture.environment.merging(variables) { $1 })
        #expect(run.status == 1)
        #expect(run.output.contains("\u{1B}[1;31m") == isColoured)
    }

    @Test(.enabled(if: Python.has("jsonschema"), "python3 with jsonschema is not installed"))
    func `JSON and SARIF are valid by their schemas`() throws {
        let fixture = try GitFixture(files: [
            "a b/ü%.yaml": Manifest.pod("nginx:latest"), "b.yaml": Manifest.pod("nginx:${TAG}"),
            "c.yaml": Manifest.podFollowing("gone"), "d.yaml": Manifest.policy("web"),
            "e\u{1B}[31m\nx.yaml": Manifest.pod("nginx"),
        ])
        let json = try fixture.check("--output", "json").output
        #expect(try Python.schemaErrors(json, schema: Python.checkSchema) == "")
        guard let schema = Python.sarifSchema else { return }
        let sarif = try fixture.check("--output", "sarif").output
        #expect(try Python.schemaErrors(sarif, schema: schema) == "")
    }

    @Test(.enabled(if: Python.has("sarif"), "sarif-tools is not installed"))
    func `an independent reader counts the same results`() throws {
        let sarif = try faulty().check("--output", "sarif").output
        let summary = try Python.sarifSummary(sarif)
        #expect(summary.status == 0)
        #expect(summary.output.contains("error: 1"))
        #expect(summary.output.contains("image-latest-tag"))
    }
}
