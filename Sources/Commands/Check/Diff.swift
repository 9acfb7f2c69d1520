import ArgumentParser
import Changes
import CheckPipeline
import Configuration
import FoundationEssentials
import GitAccess
import Reports
import RepositoryLinking
import SourceText
import TagSnapshots
import UpdateEngine

/// `sluice diff`: what a change deploys, and whether it is nothing but an update of images.
struct Diff: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show what a change deploys, and what updates it from then on.",
        discussion: """
            Compares HEAD, the work tree without it, with the point where it and BASE part: for \
            each cluster and environment the images of workloads before and after, where they come \
            from and who updates them; the tags that policies newly admit or no longer; automations \
            that start, stop or cover other markers; and environments that newly differ from those \
            that they promote from. What the repository does not tell is said to be unknown.

            BASE auto, the default, is what the CI system says, or the branch's upstream.

            With --only-image-updates, tells also whether a machine may merge the change: only if \
            it changes nothing but values at $imagepolicy markers, byte for byte, each admitted by \
            its policies and allowed by what the configuration has under update, and if `sluice \
            check` finds nothing new. Everything else in it is listed.

            Examples:
              sluice diff
              sluice diff main feature --output markdown=comment.md
              sluice diff --staged
              sluice diff --only-image-updates origin/main HEAD

            Exit status: 0 compared, and with --only-image-updates nothing else is in the change; 1 \
            something else is; 2 the comparison could not finish; 64 wrong usage.
            """)

    @Argument(help: "The commit to compare with, or auto.")
    var base: String = "auto"

    @Argument(help: "The commit to compare, in place of the work tree.")
    var head: String?

    @Flag(help: "Compare the index that Git is about to commit; without BASE, with HEAD.")
    var staged = false

    @Flag(
        help: """
            Exit with 1 unless the change is nothing but values at markers that an update may write.
            """)
    var onlyImageUpdates = false

    @Option(
        help: ArgumentHelp(
            "Report as text, json, markdown or html, on standard output or into a file; may be "
                + "repeated.", valueName: "format[=file]"))
    var output: [String] = []

    @Option(
        help: ArgumentHelp(
            "Keep Markdown within this many characters: what does not fit is counted.",
            valueName: "characters"))
    var limit: Int = DiffMarkdown.limit

    @Option(
        name: .customLong("config-from"),
        help: "Whose configuration and baseline hold: base or head.")
    var guardSource: BaseOptions.GuardSource = .base

    @OptionGroup var color: ColourOption
    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var links: LinkOptions
    @OptionGroup var acceptances: AcceptanceArguments
    @OptionGroup var tags: TagSnapshotOption
    @OptionGroup var cache: CacheOptions

    func validate() throws {
        _ = try destinations()
        if staged, head != nil { throw ValidationError("--staged compares the index: no HEAD") }
        if limit < Self.leastLimit {
            throw ValidationError("--limit is at least \(Self.leastLimit) characters")
        }
        if onlyImageUpdates, guardSource == .head {
            throw ValidationError(
                "--only-image-updates judges by the configuration of the base: no --config-from head"
            )
        }
    }

    private static let leastLimit = 4_000

    func run() async throws {
        let report = try await report()
        for destination in try destinations() {
            let isTerminal = destination.file == nil && Console.outputIsTerminal
            let text = report.rendered(
                as: destination.format, by: .sluice, in: color.style(isTerminal: isTerminal),
                limit: limit)
            try Console.print(text, into: destination.file)
        }
        if report.isRefused { throw ExitStatus.findings }
    }

    private func report() async throws -> DiffReport {
        let line = WaitingLine("comparing")
        defer { line.clear() }
        let workspace = try repository.workspace()
        let place: GitWorkspace.Place = staged ? .index : head.map { .revision($0) } ?? .worktree
        let snapshot = try workspace.snapshot(of: place)
        var check = RepositoryCheck(
            acceptances: try acceptances.options(), tags: try tags.snapshot())
        check.endsProcess = true
        check.records = cache.records(of: workspace)
        guard let former = try former(in: workspace) else {
            throw CommandError("there is nothing to compare with; name a commit: sluice diff BASE")
        }
        let trustsChange = guardSource == .head
        var linking = check
        try linking.link(
            links, of: workspace, by: snapshot, since: trustsChange ? nil : former)
        let models = try await linking.models(
            of: snapshot, since: former, trustsChange: trustsChange)
        let diff = await DeploymentDiff(of: models)
        guard onlyImageUpdates else { return DiffReport(diff) }
        let comparison = Comparison(
            base: former, baseline: try acceptances.formerBaseline(in: former, of: workspace))
        // A machine may merge what this repository alone shows to be an update.
        let reviewer = ImageUpdateReviewer(check, comparedWith: comparison) { guardrails($0, $1) }
        return DiffReport(diff, review: try await reviewer.review(of: snapshot))
    }

    private func former(in workspace: GitWorkspace) throws -> Snapshot? {
        if staged, base == "auto" { return try workspace.stagedBase() }
        return try workspace.comparisonBase(base, of: head ?? "HEAD")
    }

    /// The guardrails that need no registry: where the configuration asks for an image's age, nobody tells it.
    private func guardrails(
        _ configuration: RepositoryConfiguration, _ model: RepositoryModel
    ) -> Guardrails {
        let inquiry = ImageInquiry(
            today: acceptances.clock.today,
            secondsSince1970: Int64(SystemClock.now.timeIntervalSince1970), formerTags: nil,
            ages: { $0.map { _ in .unknown("registries are not asked here") } }, verify: nil)
        return Guardrails(
            configuration, in: model, from: .snapshot(model.tags, .file), asking: inquiry)
    }

    private func destinations() throws -> [OutputDestination<DiffFormat>] {
        try OutputDestination.given(output, fallback: .text)
    }
}
