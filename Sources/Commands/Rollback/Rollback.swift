import ArgumentParser
import CheckPipeline
import GitAccess
import Holds
import Reports

/// `sluice rollback`: former images, and what keeps them.
struct Rollback: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Return images to what they were, and hold them there.",
        discussion: """
            Restores the image values in the manifests, and no other byte of them, to what they were \
            before each image's last change, or at the commit of --to. Flux would write the newer \
            image again with its next run, so the policy is held as well: `pin` gives its range the \
            exact version, `exclude` adds the tag to the ImageRepository's exclusion list, `suspend` \
            suspends the automation. The hold is proved before anything is written, and the result \
            is checked by all rules. `sluice release` ends it.

            Examples:
              sluice rollback web --reason "checkout fails" --commit
              sluice rollback --to HEAD~3 --environment production --reason "incident 42"
              sluice rollback org/web --hold exclude --until 2027-01-31 --reason "memory leak" --dry-run

            Exit status: 0 done, 1 done, but some values have nothing to return to, 2 nothing was \
            changed because something cannot be; 64 wrong usage.
            """)

    /// The ways to keep the images there, by the words of the option.
    enum Hold: String, CaseIterable, ExpressibleByArgument {
        case pin
        case exclude
        case suspend
        case none
    }

    @Argument(help: "The images, in full or by the last parts of their names.")
    var images: [String] = []

    @Option(
        name: .customLong("to"),
        help: ArgumentHelp("Restore the values of this commit.", valueName: "commit"))
    var target: String?

    @Option(help: "Restore only what is deployed to this environment.")
    var environment: String?

    @Option(
        help: """
            What keeps the images there: pin, exclude, suspend or none; by default pin for a policy \
            of versions, else exclude.
            """)
    var hold: Hold?

    @OptionGroup var why: HoldReasonOptions
    @OptionGroup var options: ChangeOptions

    var repository: RepositoryOptions { options.repository }

    func validate() throws {
        try why.validate(on: options.clock.today)
        if images.isEmpty, target == nil {
            throw ValidationError("name the images, or the commit with --to")
        }
        if hold == Hold.none, why.until != nil {
            throw ValidationError("--until goes with a hold")
        }
    }

    func run() async throws {
        let workspace = try repository.workspace()
        let snapshot = try workspace.snapshot(ofCommit: nil)
        let plan = try await options.check.rollback(request, of: snapshot, in: workspace)
        try options.carryOut(
            plan.changes, account: account(of: plan), message: plan.message, in: workspace)
        if !plan.obstacles.isEmpty { throw ExitStatus.findings }
    }

    private var request: RollbackRequest {
        RollbackRequest(
            images: images, commit: target, environment: environment,
            hold: hold == Hold.none ? .none : .way(hold.flatMap { .init(rawValue: $0.rawValue) }),
            reason: why.reason, until: why.until)
    }

    private func account(of plan: RollbackPlan) -> [String] {
        plan.restorations.map { "\($0.path):\($0.line): \($0.old) -> \($0.new)" }
            + plan.obstacles.map { "\($0.path):\($0.line): not restored: \($0.reason)" }
            + plan.holds.flatMap(\.lines) + plan.notes.map { "note: \($0)" }
    }
}
