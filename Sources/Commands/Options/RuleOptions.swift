import ArgumentParser
import Configuration
import Reports
import Rules

/// Which rules a report is about.
struct RuleOptions: ParsableArguments {
    @Option(
        name: .customLong("rule"),
        help: ArgumentHelp("Report only what this rule finds; may be repeated.", valueName: "id"),
        transform: RuleDefinition.named)
    var rules: [RuleDefinition] = []

    @Option(
        name: .customLong("skip-rule"),
        help: ArgumentHelp("Leave out what this rule finds; may be repeated.", valueName: "id"),
        transform: RuleDefinition.named)
    var skipped: [RuleDefinition] = []

    /// Whether the report is about some rules only.
    var isNarrow: Bool { !rules.isEmpty || !skipped.isEmpty }

    func admits(_ rule: String) -> Bool {
        (rules.isEmpty || rules.contains { $0.id == rule }) && !skipped.contains { $0.id == rule }
    }
}

extension RuleDefinition {
    /// The rule with the given id.
    static func named(_ id: String) throws -> RuleDefinition {
        if let definition = all.first(where: { $0.id == id }) { return definition }
        let suggestion = Suggestion.nearest(to: id, among: all.map(\.id))
        throw ValidationError(
            "there is no rule `\(id.visible)`"
                + (suggestion.map { "; did you mean `\($0)`?" } ?? ""))
    }
}
