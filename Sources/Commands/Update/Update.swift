import ArgumentParser
import CheckPipeline
import Configuration
import Explanations
import FoundationEssentials
import GitAccess
import RegistryAccess
import Reports
import SourceText
import UpdateEngine
import WebAccess

/// `sluice update`: writes what policies select.
struct Update: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Write the images that policies select to their markers.",
        discussion: """
            Runs the ImageUpdateAutomations of the repository once, as Flux does in a cluster: \
            fetches what each checks out, rewrites the values beside its $imagepolicy \
            markers and nothing else, commits, and pushes. Work tree and index stay as they are. \
            An automation works on the local remote that is where its GitRepository says; its \
            policies select from what registries have now, unless other tags are given.

            With --in-place, rewrites the tracked and the not ignored files of a work tree, \
            whatever automations there are, and commits nothing; outside of Git all files below \
            the directory. A single PATH that is a directory elsewhere is the place itself.

            A value is written only if it can be an image's; where the repository declares the \
            policy, only if that is for this image and could select this tag; and never if `sluice \
            check` has a new error to tell about the result (with --in-place, in a repository \
            that has a .sluice.yaml). What the configuration has under update stays as it is, \
            too: what is held, too new, older, or too far ahead.

            With --pull-requests, a branch of its own that an automation pushes to is proposed to \
            the one that it checks out, in a pull request that follows it. The token comes from \
            the environment: see docs/forges.md.

            Examples:
              sluice update
              sluice update --tags tags.json --automation flux-system/images --dry-run
              kubectl get imagepolicies -A -o json | sluice update --in-place --policies-from -

            Exit status: 0 everything is written, 1 something was refused or failed, 2 the update \
            could not finish, 64 wrong usage.
            """)

    @Argument(help: "With --in-place: rewrite only what lies in these files and directories.")
    var paths: [String] = []

    @Flag(help: "Rewrite the files, and commit nothing.")
    var inPlace = false

    @Flag(help: "Write nothing, and show a diff.")
    var dryRun = false

    @OptionGroup var automation: AutomationRunOptions
    @OptionGroup var source: TagSourceOptions
    @OptionGroup var guards: GuardOptions
    @OptionGroup var variables: VariableOptions
    @OptionGroup var registries: RegistryOptions
    @OptionGroup var clock: ClockOptions
    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var options: ExplanationOptions

    func validate() throws {
        if inPlace, automation.isUsed {
            throw ValidationError("with --in-place no automation runs, nor is anything committed")
        }
        if inPlace, source.count == 0 { throw ValidationError(TagSourceOptions.question) }
        if !inPlace, !paths.isEmpty { throw ValidationError("PATH goes with --in-place") }
    }

    func run() async throws {
        let isValid = inPlace ? try await rewriteFiles() : try await runAutomations()
        if !isValid { throw ExitStatus.findings }
    }

    private func rewriteFiles() async throws -> Bool {
        let line = WaitingLine("updating")
        defer { line.clear() }
        async let given = source.given()
        let place = try UpdatePlace(repository, paths: paths, without: source.policyFiles)
        let check = self.check
        let marked = try await check.markedFiles(in: place.snapshot, paths: place.paths)
        let atHand = TagProvider(try await given, registries, line)
        let (tags, failures) = try await atHand.tags(for: marked)
        let guardrails = Guardrails(
            marked.configuration, in: marked.model, from: tags,
            asking: try guards.inquiry(clock, atHand))
        let update = await CheckedUpdate(
            of: marked, from: tags, failures: failures, within: guardrails,
            workerCount: workerCount)
        // Files without a configuration for Sluice get what Flux writes to them.
        let plan =
            try await marked.configuration.path == nil
            ? update.proposal
            : update.plan { try await check.newErrors(in: marked, rewritingTo: $0) }
        line.clear()
        return try await carryOut(plan, in: place)
    }

    private func carryOut(_ plan: UpdatePlan, in place: UpdatePlace) async throws -> Bool {
        var plan = plan
        let failures = dryRun ? [] : try await place.write(plan.changedFiles)
        for failure in failures { plan.refuse(failure.path, because: "\(failure)") }
        let report = UpdateReport(plan)
        return try tell(report, words(for: report, diff: report.diff), report.remarks)
    }

    private func runAutomations() async throws -> Bool {
        let line = WaitingLine("updating")
        defer { line.clear() }
        let workspace = try repository.workspace()
        let tags = TagProvider(try await source.given(), registries, line)
        let accounts = try await withWebClient { web in
            try await runner(in: workspace, tags, web).accounts(of: automation.automations)
        }
        line.clear()
        let report = AutomationReport(accounts)
        return try tell(report, words(for: report, diff: report.diff), report.remarks)
    }

    /// Forges are reached in the same way as registries; nil where none is asked.
    private func withWebClient<Value: Sendable>(
        _ body: (WebClient?) async throws -> Value
    ) async throws -> Value {
        guard automation.push.pullRequests else { return try await body(nil) }
        return try await registries.withClient { client in
            await Result { () async throws(any Error) in try await body(client.web) }
        }.get()
    }

    private func runner(
        in workspace: GitWorkspace, _ tags: TagProvider, _ web: WebClient?
    ) throws -> AutomationRunner {
        AutomationRunner(
            workspace, check: check,
            options: try automation.options(in: workspace, isDryRun: dryRun),
            signing: try automation.signing.choice(in: workspace),
            inquiry: try guards.inquiry(clock, tags), workerCount: workerCount,
            time: { CommitTime(secondsSince1970: Int64(SystemClock.now.timeIntervalSince1970)) },
            clusters: tags.clusters,
            requests: web.map { automation.requests(web: $0, isDryRun: dryRun) },
            tags: tags.tags)
    }

    private var check: RepositoryCheck {
        RepositoryCheck(
            acceptances: AcceptanceOptions(today: clock.today), values: variables.values)
    }

    private var workerCount: Int { ProcessInfo.processInfo.activeProcessorCount }

    /// A dry run shows a person what would change, and beside it why.
    private var showsDiff: Bool { dryRun && options.output == .text }

    private func words(
        for report: some Answer, diff: @autoclosure () -> String
    ) -> String {
        if showsDiff { return diff() }
        let style = options.color.style()
        return report.rendered(as: options.output, by: .sluice, in: style)
    }

    private func tell(
        _ report: some Answer, _ words: String, _ remarks: (TextStyle) -> String
    ) throws -> Bool {
        try Console.print(words)
        if showsDiff { Console.note(remarks(.plain)) }
        return report.isValid
    }
}
