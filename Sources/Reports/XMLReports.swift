import ManifestFacts
import Rules
import SourceText
import Triage

/// The findings as checkstyle's XML, which many CI plug-ins read.
struct CheckstyleReport {
    let report: CheckReport
    let options: ReportOptions

    var text: String {
        let files = FindingsOfFile.grouping(report.shown(options)).map { file in
            let errors = file.findings.map { "\n    " + error($0) }.joined()
            return "\n  " + XMLText.element("file", ["name": file.path], content: errors + "\n  ")
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <checkstyle version="4.3">\(files.joined())
            </checkstyle>

            """
    }

    private func error(_ reported: ReportedFinding) -> String {
        let (finding, start) = (reported.finding, reported.region.start)
        return XMLText.element(
            "error",
            [
                "line": "\(start.line)", "column": "\(start.column)",
                "severity": finding.severity == .note ? "info" : finding.severity.rawValue,
                "message": finding.message, "source": "\(options.tool.name).\(finding.rule)",
            ])
    }
}

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

/// Untrusted text, escaped for XML 1.0, in an element or in a double-quoted attribute.
enum XMLText {
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            // Unescaped, a parser turns them into spaces in an attribute.
            case "\n", "\t", "\r": "&#\(scalar.value);"
            // XML 1.0 does not allow most of these, not even as references.
            case _ where scalar.actsOnTerminals || scalar.value & 0xFFFE == 0xFFFE:
                String(scalar).visible
            default: String(scalar)
            }
        }.joined()
    }

    /// An element with its attributes in the given order; `content` must already be escaped.
    static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String>, content: String? = nil
    ) -> String {
        let list = attributes.map { " \($0)=\"\(escaped($1))\"" }.joined()
        return content.map { "<\(name)\(list)>\($0)</\(name)>" } ?? "<\(name)\(list)/>"
    }
}

/// The findings in one file, for formats that list by file.
struct FindingsOfFile {
    let path: String
    private(set) var findings: [ReportedFinding]

    /// Groups findings that are in report order.
    static func grouping(_ findings: [ReportedFinding]) -> [FindingsOfFile] {
        var files: [FindingsOfFile] = []
        for reported in findings {
            let path = reported.finding.location.path
            // By bytes, because strings of different bytes can be equal.
            if let last = files.last, last.path.hasSameBytes(as: path) {
                files[files.count - 1].findings.append(reported)
            } else {
                files.append(FindingsOfFile(path: path, findings: [reported]))
            }
        }
        return files
    }
}
