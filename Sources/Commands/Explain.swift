import ArgumentParser

/// `sluice explain`: answers about one thing.
struct Explain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Explain a policy, pattern, version range or rule.",
        discussion: """
            Says in words what an ImagePolicy can select, and judges tags the way Flux does.
            """,
        subcommands: [
            ExplainPolicy.self, ExplainPattern.self, ExplainRange.self, ExplainRule.self,
        ])
}
