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
