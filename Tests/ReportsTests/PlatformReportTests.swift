import Foundation
import SourceText
import TestSupport
import Testing
import Triage

@testable import Reports
@testable import Rules

/// The formats of CI systems, each read back by another program or by the documented rules.
@Suite struct PlatformReportTests {
    static let reports = [Sample.complete, Sample.hostile, Sample.empty]

    private func text(_ report: CheckReport, as format: ReportFormat) -> String {
        report.rendered(as: format, options: Sample.options(minimumSeverity: .note))
    }

    /// One finding as the reader got it.
    private struct Read: Decodable, Hashable {
        let path: String
        let line: Int
        let message: String
    }

    /// The JSON list that a script in Python prints for a report.
    private func read(
        _ report: CheckReport, as format: ReportFormat, by script: String
    ) throws -> [Read] {
        let folder = try TemporaryDirectory()
        try folder.write("report", text(report, as: format))
        let run = try Python.run(["-c", "import json, sys\n" + script, folder.path + "/report"])
        try #require(run.status == 0, "\(run.errors)")
        return try JSONDecoder().decode([Read].self, from: Data(run.output.utf8))
    }

    /// The texts that a reader should get, in report order; some formats cannot hold every scalar.
    private func told(_ report: CheckReport, visibly: Bool) -> [Read] {
        report.findings.map { reported in
            let (path, message) = (reported.finding.location.path, reported.finding.message)
            return Read(
                path: visibly ? path.visibleButLineFeeds : path, line: reported.region.start.line,
                message: visibly ? message.visibleButLineFeeds : message)
        }
    }

    /// As the runner of GitHub Actions takes a line apart and undoes the escapes.
    @Test(arguments: reports) func `GitHub reads the annotations`(_ report: CheckReport) throws {
        let found = try read(
            report, as: .github,
            by: #"""
                def plain(text, escapes):
                    for escape, scalar in escapes: text = text.replace(escape, scalar)
                    return text.replace("%25", "%")
                data = [("%0D", "\r"), ("%0A", "\n")]
                found = []
                for line in open(sys.argv[1], newline="").read().split("\n")[:-1]:
                    assert line.startswith("::"), line
                    head, message = line[2:].split("::", 1)
                    name, properties = head.split(" ", 1)
                    assert name in ("error", "warning", "notice")
                    pairs = dict(pair.split("=", 1) for pair in properties.split(","))
                    values = {k: plain(v, data + [("%3A", ":"), ("%2C", ",")])
                              for k, v in pairs.items()}
                    found.append({"path": values["file"], "line": int(values["line"]),
                                  "message": plain(message, data)})
                print(json.dumps(found))
                """#)
        #expect(Set(found) == Set(told(report, visibly: true)))
        let severe = report.findings.max { $0.finding.severity < $1.finding.severity }
        #expect(found.first?.line == severe?.region.start.line)
    }

    @Test func `findings that GitHub would drop are counted`() {
        let files = Dictionary(uniqueKeysWithValues: (10..<30).map { ("f\($0).yaml", "nginx") })
        let twice = Sample.finding("nginx", in: "f10.yaml", of: files, message: "another")
        let report = Sample.report(
            files.keys.sorted().map { Sample.finding("nginx", in: $0, of: files) } + [twice],
            of: files)
        let lines = text(report, as: .github).split(separator: "\n")
        #expect(lines.count == 11)
        #expect(lines[0].hasSuffix("(and 1 more in this file)"))
        #expect(lines[10].hasPrefix("::notice title=sluice::10 more findings"))
    }

    /// As Microsoft's task library escapes, undone.
    @Test(arguments: reports) func `Azure reads the issues`(_ report: CheckReport) throws {
        let found = try read(
            report, as: .azure,
            by: #"""
                def plain(text):
                    for escape, scalar in [("%3B", ";"), ("%0D", "\r"), ("%0A", "\n"),
                                           ("%5D", "]"), ("%AZP25", "%")]:
                        text = text.replace(escape, scalar)
                    return text
                found = []
                for line in open(sys.argv[1], newline="").read().split("\n")[:-1]:
                    head, message = line.split("]", 1)
                    command, properties = head.split(" ", 1)
                    assert command == "##vso[task.logissue"
                    values = {k: plain(v) for k, v in
                              (pair.split("=", 1) for pair in properties.split(";") if pair)}
                    assert values["type"] in ("error", "warning")
                    found.append({"path": values["sourcepath"],
                                  "line": int(values["linenumber"]), "message": plain(message)})
                print(json.dumps(found))
                """#)
        #expect(found == told(report, visibly: true))
    }

    /// By the shape that GitLab documents.
    @Test(arguments: reports) func `GitLab reads the issues`(_ report: CheckReport) throws {
        let found = try read(
            report, as: .gitlab,
            by: #"""
                issues = json.load(open(sys.argv[1]))
                for issue in issues:
                    assert issue["severity"] in ("info", "minor", "major", "critical", "blocker")
                    assert issue["check_name"] and not issue["location"]["path"].startswith("./")
                assert len({issue["fingerprint"] for issue in issues}) == len(issues)
                print(json.dumps([{"path": i["location"]["path"],
                                   "line": i["location"]["lines"]["begin"],
                                   "message": i["description"]} for i in issues]))
                """#)
        #expect(found == told(report, visibly: false))
    }

    @Test(
        .enabled(if: Python.has("junitparser"), "python3 with junitparser is not installed"),
        arguments: reports)
    func `junitparser reads the tests`(_ report: CheckReport) throws {
        let found = try read(
            report, as: .junit,
            by: #"""
                from junitparser import JUnitXml
                suites = JUnitXml.fromfile(sys.argv[1])
                assert suites.tests >= 1
                found = []
                for suite in suites:
                    assert suite.tests == len({case.name for case in suite})
                    for case in suite:
                        for result in case.result:
                            line = case.name.split("line ")[-1].split(":")[0]
                            found.append({"path": case.classname, "line": int(line),
                                          "message": result.message})
                assert suites.failures == len(found)
                print(json.dumps(found))
                """#)
        #expect(found == told(report, visibly: true))
    }

    @Test(arguments: reports) func `an XML reader reads checkstyle`(_ report: CheckReport) throws {
        let found = try read(
            report, as: .checkstyle,
            by: #"""
                import xml.etree.ElementTree
                root = xml.etree.ElementTree.parse(sys.argv[1]).getroot()
                assert root.tag == "checkstyle"
                found = []
                for file in root:
                    for error in file:
                        assert error.get("severity") in ("error", "warning", "info")
                        assert error.get("source").startswith("sluice.") and error.get("column")
                        found.append({"path": file.get("name"), "line": int(error.get("line")),
                                      "message": error.get("message")})
                print(json.dumps(found))
                """#)
        #expect(found == told(report, visibly: true))
    }

    /// The keys and types of reviewdog's protocol buffer, as JSON.
    @Test(arguments: reports) func `reviewdog reads the diagnostics`(_ report: CheckReport) throws {
        let found = try read(
            report, as: .rdjsonl,
            by: #"""
                def ordered(range):
                    start, end = range["start"], range["end"]
                    assert (start["line"], start["column"]) <= (end["line"], end["column"])
                found = []
                for line in open(sys.argv[1]).read().split("\n")[:-1]:
                    item = json.loads(line)
                    assert set(item) <= {"message", "location", "severity", "source", "code",
                                         "suggestions", "relatedLocations"}
                    assert item["severity"] in ("ERROR", "WARNING", "INFO")
                    assert item["code"]["value"] and item["source"]["name"] == "sluice"
                    for suggestion in item.get("suggestions", []): ordered(suggestion["range"])
                    ordered(item["location"]["range"])
                    found.append({"path": item["location"]["path"],
                                  "line": item["location"]["range"]["start"]["line"],
                                  "message": item["message"]})
                print(json.dumps(found))
                """#)
        #expect(found == told(report, visibly: false))
    }

    @Test func `reviewdog counts columns in bytes`() {
        let files = ["a.yaml": "é: nginx\n"]
        let report = Sample.report([Sample.finding("nginx", in: "a.yaml", of: files)], of: files)
        #expect(text(report, as: .rdjsonl).contains(#""start":{"column":5,"line":1}"#))
    }

    @Test func `markdown is a table`() {
        #expect(
            text(Sample.complete, as: .markdown) == """
                ### Sluice

                1 error, 1 note in 2 files.

                | | Finding | Place | Rule |
                |---|---|---|---|
                | note | no marker follows the policy | <code>apps/policy.yaml&#58;1</code> | \
                <code>policy-unused</code> |
                | error | image <code>nginx</code> has no tag | <code>apps/web.yaml&#58;3</code> | \
                <code>image-untagged</code> |

                <details><summary>2 items not checked</summary>

                - 1: does not parse
                - 1: holds a variable

                </details>

                """)
        #expect(text(Sample.empty, as: .markdown) == "### Sluice\n\nNo findings in 0 files.\n")
    }

    private func report(selecting changes: [SelectionChange]) -> CheckReport {
        CheckReport(
            origin: .worktree, fileCount: 2, findings: [], notChecked: [],
            selectionChanges: changes)
    }

    @Test func `markdown shows the tags that policies select instead`() {
        let changes = [
            SelectionChange(
                policy: "apps/web", path: "apps/web.yaml", line: 4, former: "ghcr.io/org/web:1.4.0",
                selected: "ghcr.io/org/web:2.1.0"),
            SelectionChange(
                policy: "apps/db", path: "apps/db.yaml", line: 7, former: "db:1", selected: nil),
        ]
        #expect(
            text(report(selecting: changes), as: .markdown) == """
                ### Sluice

                No findings in 2 files.

                With this change, policies select something else from the known tags:

                | Policy | Place | Before | Now |
                |---|---|---|---|
                | <code>apps/web</code> | <code>apps/web.yaml&#58;4</code> | \
                <code>ghcr.io/org/web&#58;1.4.0</code> | <code>ghcr.io/org/web&#58;2.1.0</code> |
                | <code>apps/db</code> | <code>apps/db.yaml&#58;7</code> | <code>db&#58;1</code> | \
                <code>nothing</code> |

                """)
    }

    @Test func `many selections leave room for findings`() {
        let changes = (0..<2_000).map {
            SelectionChange(
                policy: "apps/<web>\($0)", path: "@org.yaml", line: $0, former: "web:1",
                selected: "web:2")
        }
        let markdown = text(report(selecting: changes), as: .markdown)
        #expect(markdown.count < 16_000 && markdown.contains(" more selections.\n"))
        #expect(!markdown.contains("<web>") && !markdown.contains("@"))
    }

    /// GitHub refuses a comment of more than 65,536 characters.
    @Test func `markdown fits a comment`() {
        let files = Dictionary(uniqueKeysWithValues: (0..<1_000).map { ("f\($0).yaml", "nginx") })
        let message = String(repeating: "long words ", count: 20)
        let report = Sample.report(
            files.keys.map { Sample.finding("nginx", in: $0, of: files, message: message) },
            of: files)
        let markdown = text(report, as: .markdown)
        #expect(markdown.count < 65_000 && markdown.contains(" more findings.\n"))
    }

    @Test func `a message does not become markup`() {
        var markdown = text(Sample.hostile, as: .markdown)
        for own in ["<code>", "</code>", "<details><summary>", "</summary>", "</details>"] {
            markdown.replace(own, with: "")
        }
        #expect(!markdown.contains("<") && !markdown.contains("](") && !markdown.contains("@"))
    }

    @Test(arguments: ReportFormat.allCases, reports) func `no format controls the terminal`(
        _ format: ReportFormat, _ report: CheckReport
    ) {
        let lines = text(report, as: format).split(separator: "\n")
        #expect(lines.allSatisfy { $0.unicodeScalars.allSatisfy { !$0.actsOnTerminals } })
    }
}

extension String {
    /// The visible form, except line feeds, which every one of these formats can escape.
    fileprivate var visibleButLineFeeds: String {
        unicodeScalars.map { $0 == "\n" ? "\n" : String($0).visible }.joined()
    }
}
