import ArgumentParser
import FoundationEssentials
import GitAccess
import Inspection
import RepositoryCheck
import Rules

/// `sluice explain policy`: what an ImagePolicy of the repository can select.
struct ExplainPolicy: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "Explain an ImagePolicy: what it can select, and what it makes of tags.",
        discussion: """
            Says which tags the policy considers and which of them wins, and shows samples. With \
            --tags, tells for each tag whether it is kept, and why. Each declaration of that name \
            is explained; --path narrows them down.

            Examples:
              sluice explain policy flux-system/podinfo
              sluice explain policy apps/web --path clusters/production --tags tags.txt
              crane ls ghcr.io/org/web | sluice explain policy apps/web --tags -

            Exit status: 0 explained, also where nothing is selected; 2 there is no such policy, \
            or something cannot be read; 64 wrong usage.
            """)

    @Argument(
        help: ArgumentHelp("The policy as its manifest names it.", valueName: "namespace/name"),
        transform: { text in
            guard let name = ObjectName(text) else {
                throw ValidationError("a policy is named NAMESPACE/NAME")
            }
            return name
        })
    var policy: ObjectName

    @Option(
        name: .customLong("path"),
        help: "Explain only what lies in this file or folder; may be repeated.")
    var paths: [String] = []

    @Option(name: .customLong("rev"), help: "Read the tree of this commit.")
    var revision: String?

    @OptionGroup var given: GivenTagsOption
    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var options: ExplanationOptions

    func run() async throws {
        try await options.tell {
            let workspace = try repository.workspace()
            let snapshot = try workspace.snapshot(
                of: revision.map(GitWorkspace.Place.revision) ?? .worktree)
            let paths = try RepositoryPaths.reportPaths(paths, in: snapshot, of: workspace)
            let check = RepositoryCheck(
                rules: allRules, workerCount: ProcessInfo.processInfo.activeProcessorCount)
            return try PolicyExplanation(
                of: policy, in: await check.model(of: snapshot), paths: paths,
                tags: try given.tags())
        }
    }
}
