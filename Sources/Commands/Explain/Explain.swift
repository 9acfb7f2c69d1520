import ArgumentParser

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
