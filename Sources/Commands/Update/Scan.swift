import ArgumentParser
import CheckPipeline
import Explanations
import FoundationEssentials
import GitAccess
import Reports
import RepositoryLinking
import TagSnapshots
import UpdateEngine

/// `sluice scan`: the tags that registries have, as a snapshot.
struct Scan: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "List the tags of the repository's images in a snapshot file.",
        discussion: """
            Asks the registries of all ImageRepositories, or of those that are named, and writes \
            what they list. Commands take such a snapshot with --tags, so that they need no \
            network and come to the same result every time. All tags are kept, also those that an \
            exclusion list drops later.

            Examples:
              sluice scan --snapshot tags.json
              sluice scan flux-system/podinfo | sluice explain policy flux-system/podinfo --tags -

            Where no image can be listed, nothing is written; a file that is there stays as it is.

            Exit status: 0 all images were scanned, 1 some could not be or nothing was written, 2 \
            the scan could not finish, 64 wrong usage.
            """)

    @Argument(
        help: ArgumentHelp(
            "Scan only these ImageRepositories.", valueName: "namespace/name"),
        transform: reading(ObjectName.init(_:), else: "an ImageRepository is named NAMESPACE/NAME"))
    var names: [ObjectName] = []

    @Option(
        help: ArgumentHelp(
            "Write the snapshot into this file in place of standard output.", valueName: "file"))
    var snapshot: String?

    @Flag(help: "List the digests of the tags that policies select, too.")
    var digests = false

    @Flag(
        name: .customLong("created"),
        help: "List when the tags that policies select were built, too: for minimumReleaseAge.")
    var asksForBuildTimes = false

    @Option(name: .customLong("rev"), help: "Read the tree of this commit.")
    var revision: String?

    @OptionGroup var variables: VariableOptions
    @OptionGroup var registries: RegistryOptions
    @OptionGroup var repository: RepositoryOptions

    func run() async throws {
        let plan = try await plan()
        let outcome = try await registries.outcome(of: plan.targets)
        tell(outcome, of: plan)
        // As with a failed transfer: what an earlier scan brought is better than nothing.
        if outcome.images.isEmpty, !(outcome.failures.isEmpty && plan.skipped.isEmpty) {
            Console.note("no snapshot is written, because no image could be listed")
            throw ExitStatus.findings
        }
        try write(TagSnapshot(outcome.images))
        if !outcome.failures.isEmpty { throw ExitStatus.findings }
    }

    private func plan() async throws -> ScanPlan {
        let workspace = try repository.workspace()
        let files = try workspace.snapshot(ofCommit: revision)
        let check = RepositoryCheck(values: variables.values)
        let model = try await check.model(of: files)
        for name in names where !model.objects.repositories.contains(where: { $0.isNamed(name) }) {
            throw CommandError("the repository declares no ImageRepository `\(name)`")
        }
        return ScanPlan(model, wish: wish) { repository in
            names.isEmpty || names.contains { repository.isNamed($0) }
        }
    }

    private var wish: ScanOptions {
        var wish: ScanOptions = []
        if digests { wish.insert(.digests) }
        if asksForBuildTimes { wish.insert(.buildTimes) }
        return wish
    }

    private func write(_ tags: TagSnapshot) throws {
        let tool = TagSnapshot.Tool(name: ToolIdentity.sluice.name, version: Sluice.version)
        try Console.print(
            String(decoding: try tags.json(tool: tool), as: UTF8.self), into: snapshot)
    }

    private func tell(_ outcome: ScanOutcome, of plan: ScanPlan) {
        for item in plan.skipped {
            Console.note("skipped \(item.repository.visible): \("\(item.reason)".visible)")
        }
        for name in plan.withServiceAccount {
            Console.note(
                "\(name.visible): `spec.serviceAccountName` cannot be used outside of the cluster; "
                    + "this machine's own identity is used")
        }
        for failure in outcome.failures {
            Console.note("failed \(failure.image.visible): \(failure.message.visible)")
        }
        let tags = outcome.images.reduce(0) { $0 + $1.tags.count }
        Console.note("\(counted(tags, "tag")) of \(counted(outcome.images.count, "image"))")
    }
}

extension RegistryOptions {
    /// Asks the registries, with a line of progress on a terminal.
    func outcome(of targets: [ScanTarget]) async throws -> ScanOutcome {
        guard !targets.isEmpty else { return .nothing }
        let line = ProgressLine("images", total: targets.count)
        let time = SystemClock.now.formatted(.iso8601)
        let outcome = try await withClient { client in
            await ScanOutcome(of: targets, from: client, at: time, progress: line.show)
        }
        line.clear()
        return outcome
    }

    /// Asks the registries what tags point at, with a line of progress on a terminal.
    func digests(of tags: [TaggedImage]) async throws -> DigestOutcome {
        let line = ProgressLine("images", total: tags.count)
        defer { line.clear() }
        return try await withClient { client in
            await DigestOutcome(of: tags, from: client, progress: line.show)
        }
    }
}
