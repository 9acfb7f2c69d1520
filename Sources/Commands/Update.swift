import ArgumentParser
import FoundationEssentials
import GitAccess
import Inspection
import Reports
import RepositoryCheck
import RepositoryLinking
import SourceText
import TagScanning
import TagSnapshots
import UpdateEngine

/// `sluice update`: writes what policies select.
struct Update: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the images that policies select to their markers.",
        discussion: """
            With --in-place, rewrites the values beside $imagepolicy markers as Flux's setters \
            would, and nothing else: no other byte of a file changes. It works on the tracked and \
            the not ignored files of a work tree; outside of Git on all files below the folder. \
            A single PATH that is a folder elsewhere is the place itself.

            A value is written only if it can be an image's; and where the repository declares \
            the policy, only if that is for this image and could select this tag.

            Examples:
              kubectl get imagepolicies -A -o json | sluice update --in-place --policies-from -
              sluice update --in-place --dry-run --policies-from policies.json apps/web

            Exit status: 0 everything is written, 1 something was refused or failed, 2 the update \
            could not finish, 64 wrong usage.
            """)

    @Argument(help: "Rewrite only what lies in these files and folders.")
    var paths: [String] = []

    @Flag(help: "Rewrite the files, and commit nothing.")
    var inPlace = false

    @Flag(help: "Write nothing, and show a diff.")
    var dryRun = false

    @OptionGroup var source: TagSourceOptions
    @OptionGroup var variables: VariableOptions
    @OptionGroup var registries: RegistryOptions
    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var options: ExplanationOptions

    func validate() throws {
        if !inPlace { throw ValidationError("say --in-place: that is all this version does") }
    }

    func run() async throws {
        Console.ignoreClosedPipes()
        let plan: UpdatePlan
        do {
            plan = try await writtenPlan()
            try tell(UpdateReport(plan))
        } catch {
            throw Console.failure(error)
        }
        if plan.hasFailed { throw ExitStatus.findings }
    }

    private func writtenPlan() async throws -> UpdatePlan {
        let workerCount = ProcessInfo.processInfo.activeProcessorCount
        async let given = source.given()
        let place = try UpdatePlace(repository, paths: paths, without: source.policyFiles)
        let check = RepositoryCheck(values: variables.values)
        let marked = try await check.markedFiles(in: place.snapshot, paths: place.paths)
        let scan = try await given == nil ? registries.outcome(of: ScanPlan(marked)) : .nothing
        let tags = try await given ?? .snapshot(TagSnapshot(scan.images))
        var plan = await UpdatePlan(
            of: marked, from: tags,
            failures: scan.failures.map { UpdateError(image: $0.image, message: $0.message) },
            workerCount: workerCount)
        marked.freeInBackground()
        guard !dryRun else { return plan }
        for failure in try place.write(plan.changedFiles) {
            plan.refuse(failure.path, because: "\(failure)")
        }
        return plan
    }

    private func tell(_ report: UpdateReport) throws {
        let style = options.color.style(isTerminal: Console.outputIsTerminal)
        guard dryRun, options.output == .text else {
            try Console.print(report.rendered(as: options.output, by: .sluice, in: style))
            return
        }
        try Console.print(report.diff)
        Console.note(report.remarks(in: .plain))
    }
}

extension ScanPlan {
    /// The images that the policies of markers are for.
    fileprivate init(_ marked: MarkedFiles) {
        var seen: Set<Int> = []
        let policies = marked.files.flatMap { $0.markers.flatMap(\.policies) }
            .filter { seen.insert($0.number).inserted }
        self.init(
            policies.flatMap(\.repositories),
            digestsFor: policies.filter { $0.reflectsDigest ?? true })
    }
}
