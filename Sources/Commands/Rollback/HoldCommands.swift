import ArgumentParser
import CheckPipeline
import GitAccess
import Holds
import ImageReferences
import Reports

/// `sluice hold`: keeps image automation from a tag.
struct HoldCommand: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "hold",
        abstract: "Keep image automation from a tag.",
        discussion: """
            Edits the manifests in the work tree so that Flux does not select the tag, and records \
            why, until when and what was there before in the annotation `sluice.dev/hold` of the \
            object. Without a flag, a policy of versions is pinned to the tag that is deployed, or \
            to that of --tag; another policy's ImageRepository excludes the tag of --tag.

            Examples:
              sluice hold web --reason "freeze for the audit" --until 2027-01-31
              sluice hold flux-system/web --exclude --tag 1.4.2 --reason "checkout fails" --commit
              sluice hold web --suspend --reason "migration"

            Exit status: 0 done, 2 nothing was changed because something cannot be; 64 wrong usage.
            """)

    @Argument(help: "The policy as NAMESPACE/NAME, or its image.")
    var subject: String

    @Option(help: "The tag to stay on with a pin, else the one to be kept from.")
    var tag: String?

    @Flag(help: "Give the policy's range the exact version.")
    var pin = false

    @Flag(help: "Add the tag to the exclusion list of the ImageRepository.")
    var exclude = false

    @Flag(help: "Suspend the automation that writes the image.")
    var suspend = false

    @OptionGroup var why: HoldReasonOptions
    @OptionGroup var options: ChangeOptions

    var repository: RepositoryOptions { options.repository }

    func validate() throws {
        try why.validate(on: options.clock.today)
        if [pin, exclude, suspend].count(where: { $0 }) > 1 {
            throw ValidationError("--pin, --exclude and --suspend exclude each other")
        }
        if let tag, !Tag(tag).isValid {
            throw ValidationError("`\(tag)` is no tag of an image")
        }
        if exclude, tag == nil { throw ValidationError("--exclude needs the tag: --tag TAG") }
    }

    func run() async throws {
        let workspace = try repository.workspace()
        let snapshot = try workspace.snapshot(ofCommit: nil)
        var draft = ManifestDraft(of: snapshot)
        let check = options.check
        let held = try await check.hold(
            subject, way: way, tag: tag, reason: why.reason, until: why.until, in: &draft)
        try await check.refuseNewErrors(of: draft, since: snapshot)
        let end = why.until.map { "\n\nUntil \($0)." } ?? ""
        try options.carryOut(
            draft.changes, account: held.lines,
            message: "Hold \(held.object)\n\n\(why.reason)\n\n\(held.account)\(end)\n",
            in: workspace)
    }

    private var way: HoldRequest.Way? {
        if pin { return .pin }
        if exclude { return .exclude }
        return suspend ? .suspend : nil
    }
}

/// `sluice release`: ends holds.
struct Release: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "release",
        abstract: "End the holds of an image or a policy.",
        discussion: """
            Restores the fields that the holds changed, byte for byte, and takes their annotations \
            away. A field that somebody has changed since stays as it is.

            Examples:
              sluice release web --commit
              sluice release flux-system/web --dry-run

            Exit status: 0 done, 2 nothing was changed because something cannot be; 64 wrong usage.
            """)

    @Argument(help: "The policy or other held object as NAMESPACE/NAME, or an image.")
    var subject: String

    @OptionGroup var options: ChangeOptions

    var repository: RepositoryOptions { options.repository }

    func run() async throws {
        let workspace = try repository.workspace()
        let snapshot = try workspace.snapshot(ofCommit: nil)
        var draft = ManifestDraft(of: snapshot)
        let check = options.check
        let released = try await check.release(subject, in: &draft)
        try await check.refuseNewErrors(of: draft, since: snapshot)
        let lines = released.map { released in
            "\(released.path):\(released.line): \(released.account)"
        }
        let names = Set(released.map(\.name)).sorted().joined(separator: ", ")
        try options.carryOut(
            draft.changes, account: lines,
            message: "Release \(names)\n\n" + released.map { $0.account + "\n" }.joined(),
            in: workspace)
    }
}

/// `sluice holds`: a table of all holds.
struct HoldsCommand: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "holds",
        abstract: "Show what keeps image automation back, and whether it does.",
        discussion: """
            Lists the annotations `sluice.dev/hold` with their objects: the kind of each hold, since \
            when it is in the history, until when and why, and whether the objects as built obey it.

            Example:
              sluice holds --output json

            Exit status: 0 shown, also where there is nothing, 2 something cannot be read; 64 wrong \
            usage.
            """)

    @OptionGroup var clock: ClockOptions
    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var options: ExplanationOptions

    func run() async throws {
        try await options.tell {
            let workspace = try repository.workspace()
            let snapshot = try workspace.snapshot(ofCommit: nil)
            let model = try await RepositoryCheck().model(of: snapshot)
            let isBorn = try workspace.head() != nil
            let holds = try HoldList(in: model, on: clock.today) { path, line in
                isBorn ? try workspace.day(ofChange: line, in: path) : nil
            }
            if holds.isEmpty { Console.note("sluice: nothing is held") }
            return holds
        }
    }
}
