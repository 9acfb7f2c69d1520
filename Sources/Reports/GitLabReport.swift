import Rules
import SourceText
import Triage

/// The findings as a GitLab code quality report: one array.
///
/// Existing findings are listed, too, because GitLab compares the report with that of the target
/// branch by fingerprint. It shows one issue for each fingerprint, so repeated ones get a number.
///
/// Source: GitLab's documentation, *Code Quality*, *Implement a custom tool*.
struct GitLabReport {
    let report: CheckReport
    let options: ReportOptions

    var document: JSONValue {
        var counts: [String: Int] = [:]
        return .array(
            report.told(options).map { reported in
                let count = counts[reported.fingerprint, default: 0] + 1
                counts[reported.fingerprint] = count
                return issue(
                    reported, fingerprint: reported.fingerprint + (count > 1 ? "-\(count)" : ""))
            })
    }

    private func issue(_ reported: ReportedFinding, fingerprint: String) -> JSONValue {
        let finding = reported.finding
        return [
            "description": .string(finding.message),
            "check_name": .string(finding.rule),
            "fingerprint": .string(fingerprint),
            "severity": .string(Self.name(of: finding.severity)),
            "location": [
                "path": .string(finding.location.path),
                "lines": ["begin": .integer(reported.region.start.line)],
            ],
        ]
    }

    private static func name(of severity: Severity) -> String {
        switch severity {
        case .error: "major"
        case .warning: "minor"
        case .note: "info"
        }
    }
}
