import ArgumentParser
import Configuration
import Explanations
import Reports
import Rules

/// `sluice explain rule`: the documentation of one rule.
struct ExplainRule: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rule",
        abstract: "Explain a rule: what it finds, why, and what to do.",
        discussion: """
            Example:
              sluice explain rule image-latest-tag

            `sluice rules` lists all rules.
            """)

    @Argument(help: "The rule's id, as findings show it in brackets.")
    var id: String

    @OptionGroup var options: ExplanationOptions

    func validate() throws {
        _ = try definition()
    }

    func run() async throws {
        let definition = try definition()
        try await options.tell { RuleExplanation(of: definition) }
    }

    private func definition() throws -> RuleDefinition {
        try RuleDefinition.named(id)
    }
}

/// `sluice rules`: the catalogue.
struct ListRules: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "List the rules.",
        discussion: "`sluice explain rule ID` shows all there is to say about one of them.")

    @OptionGroup var options: ExplanationOptions

    func run() async throws {
        try await options.tell { RuleList(of: RuleDefinition.all) }
    }
}
