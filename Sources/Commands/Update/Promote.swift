import ArgumentParser
import CheckPipeline
import Configuration
import Explanations
import FoundationEssentials
import GitAccess
import ImageReferences
import Promotion
import RegistryAccess
import Reports
import RepositoryLinking
import Triage
import UpdateEngine
import WebAccess

/// `sluice promote`: proposes that one environment runs what another one runs.
struct Promote: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "promote",
        abstract: "Promote images from one environment to another without rebuilding them.",
        discussion: """
            Works on a branch of the remote, not on the work tree. First confirms what the source \
            runs: Git has to name one build, the registry has to agree with its digest, and `sluice \
            check` may not find errors there. Then commits the new tag or digest to the places \
            that name the image in the target, checks the result, and pushes the commit to a \
            branch promote/ENVIRONMENT/IMAGE-IDENTITY. Then puts the target's tag on the same \
            manifest, after its signatures and attestations; a tag that exists with another digest \
            is refused. At last opens a pull request.

            Every step that was done before is recognized, so a run that was interrupted is \
            repeated. The environments are those of .sluice.yaml. An image is named in full, or by \
            the end of its name; without IMAGE, --all promotes every image that runs in both \
            environments.

            The token for the pull request comes from the environment: see docs/forges.md.

            Examples:
              sluice promote web --to production --dry-run
              sluice promote --from staging --to production --all
              sluice promote web --to production --request-file request.md

            Exit status: 0 promoted, or nothing to do, 1 something was refused or failed, 2 could \
            not finish, 64 wrong usage.
            """)

    @Argument(help: "The images to promote.")
    var images: [String] = []

    @Option(
        name: .customLong("from"),
        help: ArgumentHelp(
            "The environment whose builds are promoted; by default the promotesFrom of the target.",
            valueName: "environment"))
    var source: String?

    @Option(
        name: .customLong("to"),
        help: ArgumentHelp("The environment that gets them.", valueName: "environment"))
    var target: String

    @Flag(help: "Promote every image that runs in both environments.")
    var all = false

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "The image's name in the target, if it has another repository or registry there.",
            valueName: "image"))
    var otherName: String?

    @Flag(help: "Show all steps, and write nothing.")
    var dryRun = false

    @OptionGroup var proposal: ProposalOptions
    @OptionGroup var registries: RegistryOptions
    @OptionGroup var clock: ClockOptions
    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var options: ExplanationOptions

    func validate() throws {
        guard all != !images.isEmpty else {
            throw ValidationError(
                all ? "--all goes without IMAGE" : "name the images to promote, or give --all")
        }
        guard let otherName else { return }
        if images.count != 1 { throw ValidationError("--as goes with a single IMAGE") }
        let reference = ImageReference(otherName)
        guard reference.problems.isEmpty, !reference.isTemplated, ImageName(otherName) != nil,
            reference.tag.isAbsent, reference.digest.isAbsent
        else {
            throw ValidationError("--as takes the name of an image, without tag and digest")
        }
    }

    func run() async throws {
        let line = WaitingLine("promoting")
        defer { line.clear() }
        let workspace = try repository.workspace()
        let remote = try proposal.remote(in: workspace)
        let base = try proposal.baseBranch(in: workspace)
        let program = try RemoteProgram(remote, of: workspace)
        let check = RepositoryCheck(acceptances: AcceptanceOptions(today: clock.today))
        let options = PromotionOptions(
            from: try sourceName(check, workspace, program, base), to: target,
            images: all ? nil : images, otherName: otherName, base: base, isDryRun: dryRun,
            today: clock.today)
        let author = try workspace.committer()
        let key = try proposal.signing.choice(in: workspace).key(for: nil)
        let time = CommitTime(secondsSince1970: Int64(SystemClock.now.timeIntervalSince1970))
        let request = try proposal.request(for: remote, isDryRun: dryRun)
        let outcome = try await registries.withClient { registry in
            await Result { () async throws(any Error) in
                try await Promoter(
                    workspace, check: check, registry: registry,
                    remote: program, options: options,
                    details: { message in
                        CommitDetails(
                            author: author, committer: author, time: time, message: message)
                    },
                    key: key, request: request, note: { [say = line.say] in say($0.text) }
                ).report()
            }
        }
        let report = try outcome.get()
        line.clear()
        try Console.print(
            report.rendered(as: self.options.output, by: .sluice, in: self.options.color.style()))
        if !report.isValid { throw ExitStatus.findings }
    }

    /// The source that is named, else the one that the target promotes from.
    private func sourceName(
        _ check: RepositoryCheck, _ workspace: GitWorkspace, _ remote: RemoteProgram,
        _ base: String
    ) throws -> String {
        if let source { return source }
        guard let tip = try remote.fetch(branches: [base])[base] else {
            throw PromotionObstacle.noBranch(base, remote: remote.name)
        }
        let snapshot = try workspace.snapshot(of: .revision(tip))
        let environment = try check.configuration(of: snapshot).environment(named: target)
        guard let source = environment?.promotesFrom?.value else {
            throw CommandError(
                "`\(target)` has no `promotesFrom` in .sluice.yaml; name the source with --from")
        }
        return source
    }
}

extension PromotionStep {
    /// One line for a terminal.
    fileprivate var text: String {
        guard let progress, progress.bytesInAll > 0 else { return words }
        return "\(words): \(progressBar(progress.bytes, of: progress.bytesInAll)) "
            + "\(progress.bytes >> 20) of \(progress.bytesInAll >> 20) MiB"
    }
}
