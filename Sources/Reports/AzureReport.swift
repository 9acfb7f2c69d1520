import Rules
import SourceText
import Triage

/// The findings as issues: log commands that Azure Pipelines lists on the page of a run.
///
/// Source: Microsoft's documentation of logging commands, `task.logissue`.
struct AzureReport {
    let report: CheckReport
    let options: ReportOptions

    var text: String { report.shown(options).map { command(for: $0) + "\n" }.joined() }

    /// Azure Pipelines has only errors and warnings, so a note becomes a warning.
    private func command(for reported: ReportedFinding) -> String {
        let (finding, start) = (reported.finding, reported.region.start)
        let properties = [
            ("type", finding.severity == .error ? "error" : "warning"),
            ("sourcepath", finding.location.path), ("linenumber", "\(start.line)"),
            ("columnnumber", "\(start.utf16Column)"), ("code", finding.rule),
        ]
        let list = properties.map { "\($0)=\(Self.escapedProperty($1));" }.joined()
        return "##vso[task.logissue \(list)]\(LogCommand.escaped(finding.message, Self.escapes))"
    }

    private static let escapes: [Unicode.Scalar: String] = [
        "%": "%AZP25", "\r": "%0D", "\n": "%0A",
    ]

    private static func escapedProperty(_ text: String) -> String {
        LogCommand.escaped(text, escapes.merging([";": "%3B", "]": "%5D"]) { $1 })
    }
}
