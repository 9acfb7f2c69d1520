import ArgumentParser
import CheckPipeline
import Explanations
import GitAccess
import RepositoryLinking
import TagSnapshots
import UpdateEngine

/// `sluice explain policy`: what an ImagePolicy of the repository can select.
struct ExplainPolicy: RepositoryCommand {
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
        transform: reading(ObjectName.init(_:), else: "a policy is named NAMESPACE/NAME"))
    var policy: ObjectName

    @Option(
        name: .customLong("path"),
        help: "Explain only what lies in this file or directory; may be repeated.")
    var paths: [String] = []

    @Option(name: .customLong("rev"), help: "Read the tree of this commit.")
    var revision: String?

    @OptionGroup var given: GivenTagsOption

    @Flag(
        name: .customLong("registry"),
        help: "Judge the tags that the registry of the policy's image has now.")
    var asksRegistry = false

    @OptionGroup var variables: VariableOptions
    @OptionGroup var registries: RegistryOptions
    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var links: LinkOptions
    @OptionGroup var options: ExplanationOptions

    func validate() throws {
        if asksRegistry, given.file != nil {
            throw ValidationError("--registry and --tags exclude each other")
        }
    }

    func run() async throws {
        try await options.tell {
            let workspace = try repository.workspace()
            let snapshot = try workspace.snapshot(ofCommit: revision)
            let paths = try RepositoryPaths.reportPaths(paths, in: snapshot, of: workspace)
            var check = RepositoryCheck(values: variables.values)
            try check.link(links, of: workspace, by: snapshot)
            let model = try await check.model(of: snapshot)
            let tags = asksRegistry ? try await scannedTags(in: model) : try given.tags()
            return try PolicyExplanation(of: policy, in: model, paths: paths, tags: tags)
        }
    }

    /// The tags that registries list now for the images that the policy may be about.
    private func scannedTags(in model: RepositoryModel) async throws -> GivenTags {
        let images = Set(model.policyLinks.policies.named(policy).map(\.image))
        let plan = ScanPlan(model) { repository in
            repository.imageName.map { images.contains(.image($0.canonical)) } ?? false
        }
        let outcome = try await registries.outcome(of: plan.targets)
        guard outcome.failures.isEmpty else {
            throw CommandError(
                outcome.failures.map { "no tags of `\($0.image)`: \($0.message)" }
                    .joined(separator: "; "))
        }
        return .snapshot(try TagSnapshot(outcome.images))
    }
}
