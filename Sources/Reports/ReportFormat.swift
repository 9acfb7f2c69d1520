package import Rules
package import Triage

/// The forms in which a check can be told.
package enum ReportFormat: String, OutputFormat {
    /// For people, on a terminal or in a log.
    case text
    /// One line each, for logs and for who pushes.
    case compact
    /// The tool's own, described by `docs/schema/check-v1.schema.json`.
    case json
    /// SARIF 2.1.0, for code scanning platforms.
    case sarif
}

/// What a report needs besides the findings.
package struct ReportOptions: Sendable {
    package let tool: ToolIdentity
    /// Every rule that could have reported, not only those that did.
    package let rules: [RuleDefinition]
    /// Less severe findings are left out of the text; programs always get all.
    package let minimumSeverity: Severity
    /// Whether findings that somebody accepts are told as well.
    package let includesAccepted: Bool
    /// Whether text counts the findings of each rule in place of showing them.
    package let countsByRule: Bool
    package let style: TextStyle

    package init(
        tool: ToolIdentity, rules: [RuleDefinition], minimumSeverity: Severity = .warning,
        includesAccepted: Bool = false, countsByRule: Bool = false,
        style: TextStyle = .plain
    ) {
        self.tool = tool
        self.rules = rules
        self.minimumSeverity = minimumSeverity
        self.includesAccepted = includesAccepted
        self.countsByRule = countsByRule
        self.style = style
    }
}

extension CheckReport {
    /// The findings that a format tells, in report order.
    func told(_ options: ReportOptions) -> [ReportedFinding] {
        guard options.includesAccepted, !accepted.isEmpty else { return findings }
        return (findings + accepted).sorted { Finding.isInReportOrder($0.finding, $1.finding) }
    }

    /// The whole report, complete with its last line break; empty if there is nothing to tell.
    package func rendered(as format: ReportFormat, options: ReportOptions) -> String {
        switch format {
        case .text: TextReport(report: self, options: options, isBrief: false).text
        case .compact: TextReport(report: self, options: options, isBrief: true).text
        case .json: JSONReport(report: self, options: options).document.text + "\n"
        case .sarif: SARIFReport(report: self, options: options).document.text + "\n"
        }
    }
}
