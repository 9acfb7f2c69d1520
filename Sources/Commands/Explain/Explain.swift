import ArgumentParser
import Configuration
import Explanations
import Reports
import Rules

/// `sluice explain`: answers about one thing.
struct Explain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract:
            "Explain a marker, image, policy, pattern, version range, commit message or rule.",
        discussion: """
            `sluice explain FILE:LINE` tells all there is to say about a marker or an image. The \
            other questions are about what an ImagePolicy can select, which tags it takes the way \
            Flux does, what an automation says in its commits, and what a rule finds.
            """,
        subcommands: [
            ExplainPlace.self, ExplainPolicy.self, ExplainPattern.self, ExplainRange.self,
            ExplainMessage.self, ExplainRule.self,
        ], defaultSubcommand: ExplainPlace.self)
}

/// `sluice explain rule`: the documentation of one rule.
struct ExplainRule: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "rule",
        abstract: "Explain a rule: what it finds, why, and what to do.",
        discussion: """
            Example:
              sluice explain rule image-latest-tag

            `sluice rules` lists all rules. A rule that the repository's own configuration \
            defines is explained by its conditions, in words.
            """)

    @Argument(help: "The rule's id, as findings show it in brackets.")
    var id: String

    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var options: ExplanationOptions

    func validate() throws {
        if !id.hasPrefix(CustomRule.prefix) { _ = try RuleDefinition.named(id) }
    }

    func run() async throws {
        let rules =
            id.hasPrefix(CustomRule.prefix)
            ? RuleDefinition.all(in: try repository.configurationIfAny()) : RuleDefinition.all
        let definition = try RuleDefinition.named(id, among: rules)
        try await options.tell { RuleExplanation(of: definition) }
    }
}

/// The output options of an explanation.
struct ExplanationOptions: ParsableArguments {
    @Option(help: "Answer as text or json.")
    var output: AnswerFormat = .text

    @OptionGroup var color: ColourOption

    /// Makes and prints an explanation; throws an `ExitCode` if it is not valid.
    func tell(_ explanation: () async throws -> some Answer) async throws {
        let explanation = try await waiting(for: explanation)
        let style = color.style()
        try Console.print(explanation.rendered(as: output, by: .sluice, in: style))
        if !explanation.isValid { throw ExitStatus.findings }
    }

    private func waiting<Answer>(
        for answer: () async throws -> Answer
    ) async throws -> Answer {
        let line = WaitingLine("looking it up")
        defer { line.clear() }
        return try await answer()
    }
}

extension AnswerFormat: ExpressibleByArgument {}
