package import Reports
package import Rules
import SourceText

/// An explanation of one rule: the defect, why it matters, and what to do about it.
package struct RuleExplanation: Answer {
    package static let command = "explain rule"

    private let rule: RuleDefinition

    package init(of rule: RuleDefinition) {
        self.rule = rule
    }

    package var members: [String: JSONValue] {
        var members = rule.members
        members["documentation"] = .string(rule.documentation)
        return ["rule": .object(members)]
    }

    /// The documentation as it is written, in Markdown; headings are highlighted.
    package func text(in style: TextStyle) -> String {
        let lines = rule.documentation.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                let text = String(line).visible
                return line.hasPrefix("#") ? style.applied(.emphasis, to: text) : text
            }
        let documentation = lines.joined(separator: "\n")
        return paragraphs([
            facts.text(in: style),
            documentation.hasSuffix("\n") ? documentation : documentation + "\n",
        ])
    }

    private var facts: TextTable {
        let fix =
            switch rule.fix {
            case .none: "none"
            case .safe: "`--fix`"
            case .unsafe: "`--unsafe-fixes`"
            }
        var rows: [[TextTable.Cell]] = [
            .row("rule", rule.id, .emphasis),
            .row("severity", rule.severity.rawValue, .severity(rule.severity)),
            .row("fix", fix),
            .row("offline", rule.isOffline ? "yes" : "no"),
            .row("opt-in", rule.isOptIn ? "yes" : "no"),
        ]
        if let since = rule.since { rows.insert(.row("since", since), at: 2) }
        if !rule.supersedes.isEmpty {
            let rules = rule.supersedes.joined(separator: ", ")
            rows.append(.row("supersedes", rules))
        }
        return TextTable(rows)
    }
}

/// The catalogue: every rule with its severity and its summary, by id.
package struct RuleList: Answer {
    package static let command = "rules"

    private let rules: [RuleDefinition]

    package init(of rules: [RuleDefinition]) {
        self.rules = rules.sorted { $0.id.bytesPrecede($1.id) }
    }

    package var members: [String: JSONValue] {
        ["rules": .array(rules.map { .object($0.members) })]
    }

    package func text(in style: TextStyle) -> String {
        let rows = rules.map { rule -> [TextTable.Cell] in
            [
                .init(rule.id, .emphasis),
                .init(rule.severity.rawValue, .severity(rule.severity)), .init(rule.summary),
            ]
        }
        return TextTable(rows).text(in: style)
    }
}

extension RuleDefinition {
    fileprivate var members: [String: JSONValue] {
        [
            "id": .string(id), "severity": .string(severity.rawValue),
            "since": since.map(JSONValue.string) ?? .null,
            "fix": .string(fix.rawValue), "offline": .boolean(isOffline),
            "optIn": .boolean(isOptIn),
            "supersedes": .array(supersedes.map(JSONValue.string)),
            "summary": .string(summary),
        ]
    }
}
