import ManifestFacts
import Rules
import SourceText
import Triage

/// The findings as a JUnit test report: each is a failed test in the test suite of its file.
///
/// Without findings there is one test that passes, because an empty report looks like a check
/// that never ran.
struct JUnitReport {
    let report: CheckReport
    let options: ReportOptions

    var text: String {
        let findings = report.shown(options)
        let suites =
            findings.isEmpty ? [passed] : FindingsOfFile.grouping(findings).map(suite)
        let name = options.tool.name
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="\(name)" tests="\(max(findings.count, 1))" failures="\(findings.count)">\
            \(suites.map { "\n  " + $0 }.joined())
            </testsuites>

            """
    }

    private var passed: String {
        let name = "no findings in \(report.files)"
        let test = XMLText.element("testcase", ["classname": options.tool.name, "name": name])
        return XMLText.element(
            "testsuite", ["name": options.tool.name, "tests": "1", "failures": "0"],
            content: "\n    \(test)\n  ")
    }

    private func suite(_ file: FindingsOfFile) -> String {
        let count = "\(file.findings.count)"
        return XMLText.element(
            "testsuite", ["name": file.path, "tests": count, "failures": count],
            content: file.findings.map { "\n    " + test($0) }.joined() + "\n  ")
    }

    private func test(_ reported: ReportedFinding) -> String {
        let (finding, start) = (reported.finding, reported.region.start)
        let place = "\(finding.location.path):\(start.line):\(start.column)"
        let failure = XMLText.element(
            "failure", ["message": finding.message, "type": finding.rule],
            content: XMLText.escaped("\(place): \(finding.severity.rawValue): \(finding.message)"))
        return XMLText.element(
            "testcase",
            [
                "classname": finding.location.path,
                "name": "\(finding.rule) @ \(subject(of: reported))",
            ], content: failure)
    }

    /// The finding's object and position, so that the tests of a file have different names.
    private func subject(of reported: ReportedFinding) -> String {
        let object = reported.finding.object
        let name = [object?.kind, object?.name].compactMap(\.self).joined(separator: " ")
        let start = reported.region.start
        return (name.isEmpty ? "" : name + ", ") + "line \(start.line):\(start.column)"
    }
}
