import ArgumentParser
import CheckPipeline
import Configuration
import Explanations
import GitAccess
import Reports
import Rules
import SourceText

/// `sluice rules`: the catalogue, and the tests of the repository's own rules.
struct RulesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "List the rules, or test those of this repository.",
        discussion: """
            The rules that `.sluice.yaml` defines under `custom` are listed with those of the \
            program. `sluice explain rule ID` shows all there is to say about one of them.
            """,
        subcommands: [ListRules.self, TestRules.self], defaultSubcommand: ListRules.self)
}

/// `sluice rules list`: every rule with its severity.
struct ListRules: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the rules.",
        discussion: """
            Outside of a repository, these are the rules of the program alone. The word `list` \
            may be left out.
            """)

    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var options: ExplanationOptions

    func run() async throws {
        try await options.tell {
            RuleList(of: RuleDefinition.all(in: try repository.configurationIfAny()))
        }
    }
}

/// `sluice rules test`: the examples of the repository's own rules.
struct TestRules: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Judge the examples of this repository's own rules.",
        discussion: """
            A rule under `custom` in `.sluice.yaml` can have examples: `bad` ones, each of which \
            it must report, and `good` ones, none of which it may. A rule that cannot decide has \
            failed, too.

            Examples:
              sluice rules test
              sluice rules test custom/production-from-our-registry

            Exit status: 0 all passed; 1 some did not; 2 something cannot be read; 64 wrong usage.
            """)

    @Argument(help: "The ids of the rules to test; by default all.")
    var ids: [String] = []

    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var options: ExplanationOptions

    func run() async throws {
        let snapshot = try repository.workspace().snapshot(ofCommit: nil)
        let check = RepositoryCheck()
        let configuration = try check.configuration(of: snapshot)
        for id in ids {
            _ = try RuleDefinition.named(
                id, among: configuration.customRules.map { RuleDefinition($0) })
        }
        let rules = configuration.customRules.filter { ids.isEmpty || ids.contains($0.id) }
        try await options.tell {
            RuleTestAccount(
                try await check.exampleResults(of: rules, in: snapshot),
                untested: rules.filter { $0.badExamples.isEmpty && $0.goodExamples.isEmpty }
                    .map(\.id))
        }
    }
}

extension RepositoryOptions {
    /// The configuration of the working tree.
    func configuration() throws -> RepositoryConfiguration {
        try RepositoryCheck().configuration(of: workspace().snapshot(ofCommit: nil))
    }

    /// The same; the standard one outside of a repository.
    func configurationIfAny() throws -> RepositoryConfiguration {
        do {
            return try configuration()
        } catch GitError.notARepository(_), GitError.noWorktree(_) {
            return .standard
        }
    }
}
