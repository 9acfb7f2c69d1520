import Rules
import SourceText
import Triage

/// SARIF 2.1.0 in the shape that GitHub code scanning takes: one run, exact columns, no times.
///
/// Sources: the OASIS standard, whose sections the comments name, and GitHub's page on the
/// properties that code scanning reads and on its limits.
struct SARIFReport {
    /// GitHub rejects a whole file with more results in one run.
    static let resultLimit = 25_000
    /// Notifications have no limit of their own, but the file has: 10 MB compressed.
    static let notificationLimit = 1_000

    let report: CheckReport
    let options: ReportOptions

    var document: JSONValue {
        [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [run],
        ]
    }

    private var run: JSONValue {
        let rules = SARIFRules(options.rules)
        // The most severe first, so that the limit cuts off the least severe.
        let told = report.told(options)
        let results = Severity.allCases.reversed().flatMap { severity in
            told.filter { $0.finding.severity == severity }
        }
        let shown = results.prefix(Self.resultLimit)
        var members: [String: JSONValue] = [
            "tool": ["driver": driver(rules)],
            "columnKind": "utf16CodeUnits",
            "originalUriBaseIds": [SARIFLocation.baseID: [:]],
            "invocations": [invocation(rules, hiddenResults: results.count - shown.count)],
            "results": .array(
                shown.map {
                    SARIFResult($0, rules: rules, options: options, isCompared: report.isCompared)
                        .value
                }),
        ]
        // The category is the text before the last slash; no id of the run follows it.
        members["automationDetails"] = options.category.map { ["id": .string($0 + "/")] }
        members["versionControlProvenance"] = options.repositoryURI.map { [provenance(of: $0)] }
        return .object(members)
    }

    /// A `versionControlDetails` (section 3.24), with a revision if a commit was checked.
    private func provenance(of repository: String) -> JSONValue {
        var members: [String: JSONValue] = ["repositoryUri": .string(repository)]
        if case .commit(let id) = report.origin { members["revisionId"] = .string(id) }
        return .object(members)
    }

    private func driver(_ rules: SARIFRules) -> JSONValue {
        [
            "name": .string(options.tool.name),
            "version": .string(options.tool.version),
            "semanticVersion": .string(options.tool.version),
            "informationUri": .string(ProjectAddress.repository),
            "rules": rules.metadata,
        ]
    }

    /// Success means that the check finished; the items that it could not check are notifications.
    private func invocation(_ rules: SARIFRules, hiddenResults: Int) -> JSONValue {
        let shown = report.notChecked.prefix(Self.notificationLimit)
        let hiddenItems = report.notChecked.count - shown.count
        let limits = [
            limitNotification(hiddenResults, "less severe result", limit: Self.resultLimit),
            limitNotification(hiddenItems, "not-checked item", limit: Self.notificationLimit),
        ]
        return [
            "executionSuccessful": true,
            "toolExecutionNotifications": .array(
                limits.compactMap(\.self) + shown.map { notification($0, rules) }),
        ]
    }

    private func limitNotification(_ count: Int, _ noun: String, limit: Int) -> JSONValue? {
        guard count > 0 else { return nil }
        let text = "\(counted(count, noun)) left out: a report holds \(limit)"
        return ["level": "warning", "message": SARIFMessage.plain(text)]
    }

    private func notification(_ item: NotChecked, _ rules: SARIFRules) -> JSONValue {
        var members: [String: JSONValue] = [
            "level": "warning",
            "message": SARIFMessage.plain("not checked: \(item.reason)"),
            "locations": [["physicalLocation": SARIFLocation.line(item.line, of: item.path)]],
        ]
        members["associatedRule"] = item.rule.map(rules.reference)
        return .object(members)
    }
}
