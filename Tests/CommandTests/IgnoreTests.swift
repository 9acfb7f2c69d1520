import Foundation
import TestSupport
import Testing

/// Comments that suppress findings, and `check --add-ignores`, which writes them.
@Suite struct IgnoreTests {
    private static func add(_ rule: String, _ more: String...) -> [String] {
        ["check", "--add-ignores", rule, "--reason", "no other tag", "--now", "2027-01-01"] + more
    }

    private static func text(_ path: String, in fixture: GitFixture) throws -> String {
        try String(contentsOfFile: "\(fixture.path)/\(path)", encoding: .utf8)
    }

    @Test func `suppressions are written where a comment is possible`() throws {
        let json = #"{"kind":"Pod","spec":{"containers":[{"image":"nginx:latest"}]}}"#
        let crlf = Manifest.pod("web:latest").replacing("\n", with: "\r\n")
        let fixture = try GitFixture(files: [
            "a.yaml": Manifest.pod("nginx:latest"), "b.yaml": crlf, "c.json": json,
            "d.yaml": Manifest.pod("nginx"),
        ])
        let run = try fixture.sluice(Self.add("image-latest-tag", "--until", "2027-06-30"))
        #expect(run.status == 1 && run.errors.isEmpty)
        try expect(run.output, isRecordedAs: "check-add-ignores")
        let comment = "    # sluice: ignore[image-latest-tag] no other tag (until 2027-06-30)"
        #expect(
            try Self.text("a.yaml", in: fixture)
                == Manifest.pod("nginx:latest").replacing(
                    "    - image", with: comment + "\n    - image"))
        #expect(
            try Self.text("b.yaml", in: fixture)
                == crlf.replacing("    - image", with: comment + "\r\n    - image"))
        #expect(try Self.text("c.json", in: fixture) == json)
        #expect(try Self.text("d.yaml", in: fixture) == Manifest.pod("nginx"))

        let after = try fixture.check("--now", "2027-06-30")
        #expect(
            after.findings == ["c.json:1:53 [image-latest-tag]", "d.yaml:7:14 [image-untagged]"])
        #expect(after.errors.contains("2 errors in 4 files, 2 suppressed\n"))
        let late = try fixture.check("--now", "2027-07-01", "a.yaml")
        #expect(
            late.findings
                == ["a.yaml:7:22 [suppression-expired]", "a.yaml:8:20 [image-latest-tag]"])
    }

    @Test func `nothing is written beside a marker`() throws {
        let list = """
            kind: Thing
            args:
              # {"$imagepolicy": "flux-system:api"}
              - ghcr.io/org/api:1.0.0

            """
        let fixture = try GitFixture(files: ["a.yaml": list, "p.yaml": Manifest.policy("web")])
        let run = try fixture.sluice(Self.add("marker-policy-missing"))
        #expect(run.status == 1)
        #expect(run.output.hasPrefix("a.yaml:3: not accepted: a second comment would kill"))
        #expect(try Self.text("a.yaml", in: fixture) == list)
    }

    @Test func `paths and existing suppressions narrow what is written`() throws {
        let pod = Manifest.pod("nginx:latest")
        let fixture = try GitFixture(files: ["a/a.yaml": pod, "b/b.yaml": pod])
        let run = try fixture.sluice(Self.add("image-latest-tag", "a"))
        #expect(run.status == 0)
        #expect(try Self.text("b/b.yaml", in: fixture) == pod)
        let written = try Self.text("a/a.yaml", in: fixture)
        #expect(try fixture.sluice(Self.add("image-latest-tag", "a")).status == 0)
        #expect(try Self.text("a/a.yaml", in: fixture) == written)
    }

    @Test func `the option no-ignores shows suppressed findings`() throws {
        let image = "nginx:latest # sluice: ignore[image-latest-tag] why"
        let fixture = try GitFixture(files: ["a.yaml": Manifest.pod(image)])
        #expect(try fixture.check().errors == "no findings in 1 file, 1 suppressed\n")
        let run = try fixture.check("--no-ignores")
        #expect(run.findings == ["a.yaml:7:20 [image-latest-tag]"])
        #expect(run.errors == "1 error in 1 file\n")
    }

    @Test func `suppressed findings are shown on request`() throws {
        let image = "nginx:latest # sluice: ignore[image-latest-tag] why (until 2999-12-31)"
        let fixture = try GitFixture(files: ["a.yaml": Manifest.pod(image)])
        let text = try fixture.check("--include-suppressed")
        #expect(text.status == 0)
        #expect(text.output.contains("= accepted: a.yaml:7:44: why (until 2999-12-31)"))
        let json = try fixture.check("--include-suppressed", "--output", "json")
        #expect(
            json.output.contains(
                #""suppression":{"column":44,"kind":"comment","line":7,"path":"a.yaml","#
                    + #""reason":"why","until":"2999-12-31"}"#))
        let sarif = try fixture.check("--include-suppressed", "--output", "sarif")
        #expect(
            sarif.output.contains(#""justification":"why (until 2999-12-31)","kind":"inSource""#))
        #expect(try fixture.check("--output", "json").output.contains(#""findings":[]"#))
        #expect(try fixture.check("--output", "sarif").output.contains(#""results":[]"#))
    }

    @Test(arguments: [
        (["--add-ignores", "image-untagged"], "--add-ignores needs a reason: --reason TEXT"),
        (["--reason", "why"], "--reason and --until go with --add-ignores"),
        (
            ["--add-ignores", "suppression-unused", "--reason", "why"],
            "`suppression-unused` can be accepted in the configuration alone"
        ),
        (
            ["--add-ignores", "image-untagged", "--reason", "a\nb"],
            "the reason has to be one line of text"
        ),
        (
            ["--staged", "--add-ignores", "image-untagged", "--reason", "why"],
            "--add-ignores writes into the work tree"
        ),
    ])
    func `incomplete options of a suppression are refused`(_ arguments: [String], _ message: String)
        throws
    {
        let run = try GitFixture().sluice(["check"] + arguments)
        #expect(run.status == 64)
        #expect(run.errors.contains("Error: \(message)"))
    }
}
