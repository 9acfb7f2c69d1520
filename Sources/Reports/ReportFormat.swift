package import Rules
package import Triage

/// The forms in which a check can be told.
package enum ReportFormat: String, CaseIterable, Sendable {
    /// For people, on a terminal or in a log.
    case text
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
    package let style: TextStyle

    package init(
        tool: ToolIdentity, rules: [RuleDefinition], minimumSeverity: Severity = .warning,
        style: TextStyle = .plain
    ) {
        self.tool = tool
        self.rules = rules
        self.minimumSeverity = minimumSeverity
        self.style = style
    }
}

extension CheckReport {
    /// The whole report, complete with its last line break; empty if there is nothing to tell.
    package func rendered(as format: ReportFormat, options: ReportOptions) -> String {
        switch format {
        case .text: TextReport(report: self, options: options).text
        case .json: JSONReport(report: self, tool: options.tool).document.text + "\n"
        case .sarif: SARIFReport(report: self, options: options).document.text + "\n"
        }
    }
}
