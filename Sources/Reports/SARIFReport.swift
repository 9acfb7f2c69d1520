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
                    SARIFResult(
                        reported: $0, rules: rules, options: options, isCompared: report.isCompared
                    ).value
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

/// The metadata of all rules, and the index of each in the driver's list.
struct SARIFRules {
    private let definitions: [RuleDefinition]
    private let indices: [String: Int]

    init(_ definitions: [RuleDefinition]) {
        self.definitions = definitions.sorted { $0.id < $1.id }
        indices = Dictionary(
            self.definitions.enumerated().map { ($1.id, $0) },
            uniquingKeysWith: { first, _ in first })
    }

    func index(of id: String) -> Int? { indices[id] }

    /// A `reportingDescriptorReference` (section 3.52).
    func reference(to id: String) -> JSONValue {
        var members: [String: JSONValue] = ["id": .string(id)]
        members["index"] = index(of: id).map(JSONValue.integer)
        return .object(members)
    }

    var metadata: JSONValue { .array(definitions.map(metadata)) }

    /// A `reportingDescriptor` (section 3.49); GitHub treats an empty text as missing.
    private func metadata(of rule: RuleDefinition) -> JSONValue {
        let summary = rule.summary.isEmpty ? rule.id : rule.summary
        let documentation = rule.documentation.isEmpty ? summary : rule.documentation
        return [
            "id": .string(rule.id),
            "name": .string(Self.name(ofRule: rule.id)),
            "shortDescription": ["text": .string(summary)],
            "fullDescription": ["text": .string(Self.explanation(of: rule, summary: summary))],
            "help": ["text": .string(documentation), "markdown": .string(documentation)],
            "helpUri": .string(RuleDefinition.address(of: rule.id)),
            "defaultConfiguration": ["level": .string(rule.severity.rawValue)],
            "properties": [
                "tags": ["gitops", .string(Self.family(ofRule: rule.id))],
                // Every rule is silent in doubt, so none is less precise.
                "precision": "very-high",
                "problem.severity": .string(
                    rule.severity == .note ? "recommendation" : rule.severity.rawValue),
            ],
        ]
    }

    /// The summary and the first paragraph of the section *Why*.
    private static func explanation(of rule: RuleDefinition, summary: String) -> String {
        let lines = rule.documentation.split(separator: "\n", omittingEmptySubsequences: false)
        let section = lines.drop { $0 != "## Why" }.dropFirst()
        let paragraph = section.drop(while: \.isEmpty).prefix { !$0.isEmpty }
        return ([Substring(summary)] + paragraph).joined(separator: " ")
    }

    /// `ImageUntagged` for `image-untagged`.
    private static func name(ofRule id: String) -> String {
        id.split { $0 == "-" || $0 == "/" }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined()
    }

    private static func family(ofRule id: String) -> String {
        String(id.prefix { $0 != "-" && $0 != "/" })
    }
}
