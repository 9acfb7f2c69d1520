package import Rules
package import Triage

/// The output formats of `check`.
package enum ReportFormat: String, OutputFormat {
    /// For people, on a terminal or in a log.
    case text
    /// One line for each finding, for logs and push hooks.
    case compact
    /// Sluice's own JSON, described by `docs/schema/check-v1.schema.json`.
    case json
    /// SARIF 2.1.0, for code scanning platforms.
    case sarif
    /// Annotations, as commands in the log of GitHub Actions.
    case github
    /// A GitLab code quality report.
    case gitlab
    /// Issues, as commands in the log of Azure Pipelines.
    case azure
    /// A JUnit test report in which each finding is a failed test.
    case junit
    case checkstyle
    /// Diagnostics for reviewdog, one JSON document on each line.
    case rdjsonl
    /// A summary for a pull request or a job's page.
    case markdown

    /// Whether the format has findings of every severity, and existing ones as well as new ones,
    /// because the platform or program that reads it filters by itself.
    package var tellsEverything: Bool { [.json, .sarif, .gitlab].contains(self) }
}

/// The inputs of a report besides the findings.
package struct ReportOptions: Sendable {
    package let tool: ToolIdentity
    /// Every rule that could have reported, not only those that did.
    package let rules: [RuleDefinition]
    /// The least severity that is shown, except in formats that `tellsEverything`.
    package let minimumSeverity: Severity
    /// Whether accepted findings are reported as well.
    package let includesAccepted: Bool
    /// Whether text counts the findings of each rule in place of showing them.
    package let countsByRule: Bool
    package let style: TextStyle
    /// The SARIF category of this kind of run, by which platforms keep the results of several kinds
    /// apart.
    package let category: String?
    /// The repository's address for SARIF, without user and password.
    package let repositoryURI: String?

    package init(
        tool: ToolIdentity, rules: [RuleDefinition], minimumSeverity: Severity = .warning,
        includesAccepted: Bool = false, countsByRule: Bool = false,
        style: TextStyle = .plain, category: String? = nil, repositoryURI: String? = nil
    ) {
        self.tool = tool
        self.rules = rules
        self.minimumSeverity = minimumSeverity
        self.includesAccepted = includesAccepted
        self.countsByRule = countsByRule
        self.style = style
        self.category = category
        self.repositoryURI = repositoryURI
    }
}

extension CheckReport {
    /// The findings, also accepted ones if the options include them, in report order.
    func told(_ options: ReportOptions) -> [ReportedFinding] {
        guard options.includesAccepted, !accepted.isEmpty else { return findings }
        return (findings + accepted).sorted { Finding.isInReportOrder($0.finding, $1.finding) }
    }

    /// The new findings of at least `minimumSeverity`, in report order.
    func shown(_ options: ReportOptions) -> [ReportedFinding] {
        told(options).filter {
            $0.state == .new && $0.finding.severity >= options.minimumSeverity
        }
    }

    /// The whole report, complete with its last line break; empty if there is nothing to report.
    package func rendered(as format: ReportFormat, options: ReportOptions) -> String {
        switch format {
        case .text: TextReport(report: self, options: options, isBrief: false).text
        case .compact: TextReport(report: self, options: options, isBrief: true).text
        case .json: JSONReport(report: self, options: options).document.line
        case .sarif: SARIFReport(report: self, options: options).document.line
        case .github: GitHubReport(report: self, options: options).text
        case .gitlab: GitLabReport(report: self, options: options).document.line
        case .azure: AzureReport(report: self, options: options).text
        case .junit: JUnitReport(report: self, options: options).text
        case .checkstyle: CheckstyleReport(report: self, options: options).text
        case .rdjsonl: ReviewdogReport(report: self, options: options).text
        case .markdown: MarkdownReport(report: self, options: options).text
        }
    }
}
