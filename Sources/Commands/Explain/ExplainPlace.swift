import ArgumentParser
import CheckPipeline
import Explanations
import GitAccess

/// `sluice explain FILE:LINE`: everything about a marker or an image.
struct ExplainPlace: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "place",
        abstract: "Explain a marker or an image: who writes it, and where it is deployed.",
        discussion: """
            For a marker: what it says, its policy as built, the image, every automation with the \
            reason why it does or does not write the marker, and what would be written; or why \
            nothing ever happens. For an image: where it is deployed, and what updates it. What \
            `sluice check` finds there is shown, too. The word `place` may be left out.

            Examples:
              sluice explain apps/web/deployment.yaml:21
              sluice explain apps/web/deployment.yaml:21 --tag v1.4.0
              sluice explain place apps/web/deployment.yaml:21:16 --rev main --output json

            Exit status: 0 explained, also where nothing ever happens; 2 there is neither a marker \
            nor an image, or something cannot be read; 64 wrong usage.
            """)

    @Argument(
        help: ArgumentHelp(
            "The place, as reports show it; :COLUMN may follow.", valueName: "file:line"),
        transform: reading(
            PlaceAddress.init(_:), else: "a place is named FILE:LINE or FILE:LINE:COLUMN"))
    var address: PlaceAddress

    @Option(help: "Tell what would be written if this were the latest tag.")
    var tag: String?

    @Option(name: .customLong("rev"), help: "Read the tree of this commit.")
    var revision: String?

    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var links: LinkOptions
    @OptionGroup var clock: ClockOptions
    @OptionGroup var options: ExplanationOptions

    func run() async throws {
        try await options.tell {
            let workspace = try repository.workspace()
            let snapshot = try workspace.snapshot(ofCommit: revision)
            let path = try RepositoryPaths.file(address.file, in: snapshot, of: workspace)
            var check = RepositoryCheck(acceptances: AcceptanceOptions(today: clock.today))
            try check.link(links, of: workspace, by: snapshot)
            return try PlaceExplanation(
                of: address, in: await check.checkedFile(at: path, in: snapshot), tag: tag)
        }
    }
}
