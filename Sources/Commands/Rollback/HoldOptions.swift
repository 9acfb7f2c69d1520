import ArgumentParser
import CheckPipeline
import Configuration
import GitAccess
import Holds
import Reports
import SourceText

/// The reason of a hold, and its end.
struct HoldReasonOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Why: one line of text.", valueName: "text"))
    var reason: String

    @Option(
        help: ArgumentHelp(
            "The last day of the hold; `sluice check` reports it from then on.",
            valueName: "yyyy-mm-dd"),
        transform: ClockOptions.day)
    var until: CalendarDay?

    func validate() throws {
        if reason.allSatisfy(\.isWhitespace) { throw ValidationError("--reason has to say why") }
        if reason.contains(where: \.isNewline) {
            throw ValidationError("--reason is one line of text")
        }
    }

    /// Refuses a last day that has passed.
    func validate(on today: CalendarDay?) throws {
        if let until, let today, until < today {
            throw ValidationError("--until \(until) has passed already")
        }
    }
}

/// The options for planned changes of manifests: shown, written or committed.
struct ChangeOptions: ParsableArguments {
    @Flag(help: "Only show what would change.")
    var dryRun = false

    @Flag(help: "Commit the change; the files must have no other.")
    var commit = false

    @OptionGroup var clock: ClockOptions
    @OptionGroup var repository: RepositoryOptions

    func validate() throws {
        if dryRun, commit { throw ValidationError("--dry-run and --commit exclude each other") }
    }

    var check: RepositoryCheck {
        RepositoryCheck(acceptances: AcceptanceOptions(today: clock.today))
    }

    /// Prints the account, then the changes of a dry run or the id of the commit.
    ///
    /// Writes all files or none: what was written is taken back where another cannot be.
    func carryOut(
        _ changes: [ManifestDraft.Change], account: [String], message: String,
        in workspace: GitWorkspace
    ) throws {
        let text = account.map { $0.visible + "\n" }.joined()
        guard !dryRun else {
            let differences = changes.map { change in
                UnifiedDiff(
                    path: change.path, source: change.before,
                    edits: [TextEdit](turning: change.before, into: change.after)
                ).text
            }
            return try Console.print(text + differences.joined())
        }
        let id = try write(changes, message: message, in: workspace)
        try Console.print(text + (id.map { "committed \($0.prefix(12))\n" } ?? ""))
    }

    private func write(
        _ changes: [ManifestDraft.Change], message: String, in workspace: GitWorkspace
    ) throws -> String? {
        guard !changes.isEmpty else { return nil }
        let paths = changes.map(\.path)
        let committer = commit ? try WorktreeCommit(workspace) : nil
        try committer?.refuseChanges(of: paths)
        let writer = try WorktreeWriter(workspace)
        var written: [ManifestDraft.Change] = []
        do {
            for change in changes {
                try writer.replace(change.path, change.before, with: change.after)
                written.append(change)
            }
            return try committer?.commit(paths, message: message)
        } catch {
            for change in written.reversed() {
                try writer.replace(change.path, change.after, with: change.before)
            }
            throw error
        }
    }
}

extension PlannedHold {
    /// The lines that tell about it.
    var lines: [String] {
        ["\(path):\(line): \(account)"] + notes.map { "note: \($0)" }
    }
}
