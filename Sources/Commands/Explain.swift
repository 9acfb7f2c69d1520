import ArgumentParser

/// `sluice explain`: answers about one thing.
struct Explain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Explain a marker, an image, a policy, pattern, version range or rule.",
        discussion: """
            `sluice explain FILE:LINE` tells all there is to say about a marker or an image. The \
            other questions are about what an ImagePolicy can select, which tags it takes the way \
            Flux does, and what a rule finds.
            """,
        subcommands: [
            ExplainPlace.self, ExplainPolicy.self, ExplainPattern.self, ExplainRange.self,
            ExplainRule.self,
        ], defaultSubcommand: ExplainPlace.self)
}
