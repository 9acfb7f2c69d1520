import ArgumentParser
import CheckPipeline
import Configuration
import Fixes
import GitAccess
import Reports
import Rules
import SourceText
import Triage

/// The options of a check that writes suppressions in place of a report.
struct NewIgnoreOptions: ParsableArguments {
    @Option(
        name: .customLong("add-ignores"),
        help: ArgumentHelp(
            "Accept what this rule finds, by comments in the manifests.", valueName: "rule"),
        transform: RuleDefinition.id(named:))
    var rule: String?

    @Option(
        help: ArgumentHelp("With --add-ignores, why that is acceptable.", valueName: "text"))
    var reason: String?

    @Option(
        help: ArgumentHelp(
            "With --add-ignores, the last day on which it is.", valueName: "yyyy-mm-dd"),
        transform: ClockOptions.day)
    var until: CalendarDay?

    func validate() throws {
        guard let rule else {
            if reason != nil || until != nil {
                throw ValidationError("--reason and --until go with --add-ignores")
            }
            return
        }
        if reason == nil { throw ValidationError("--add-ignores needs a reason: --reason TEXT") }
        if RuleDefinition.guards.contains(where: { $0.id == rule }) {
            throw ValidationError("`\(rule)` can be accepted in the configuration alone")
        }
        if ignore == nil {
            throw ValidationError("the reason has to be one line of text, without a day of its own")
        }
    }

    /// The suppression to write; nil without `--add-ignores` or with an invalid reason.
    var ignore: NewIgnore? {
        guard let rule, let reason else { return nil }
        return NewIgnore(rule: rule, reason: reason, until: until)
    }
}

/// Writes the suppressions, and prints what is accepted and what cannot be.
struct IgnoreRun {
    let ignore: NewIgnore
    let options: CheckOptions
    let paths: [String]

    /// Throws an `ExitCode` unless every finding is accepted.
    func run() async throws {
        let line = WaitingLine("checking", isWanted: !options.output.quiet)
        defer { line.clear() }
        let subject = try CheckSubject(options, place: .worktree, paths: paths)
        _ = try RuleDefinition.named(ignore.rule, among: try subject.rules())
        let plan = try await subject.check.plan(
            for: ignore, in: subject.snapshot, paths: subject.paths)
        let writer = try WorktreeWriter(subject.workspace)
        for file in plan.files { try writer.replace(file.path, file.before, with: file.after) }
        line.clear()
        try Console.print(account(of: plan))
        if !plan.refused.isEmpty { throw ExitStatus.findings }
    }

    private func account(of plan: IgnorePlan) -> String {
        let count = plan.files.reduce(0) { $0 + $1.count }
        let lines =
            plan.files.map { "\($0.path.visible): accepted \(counted($0.count, "finding"))" }
            + plan.refused.map { finding, reason in
                let place = "\(finding.finding.location.path.visible):\(finding.region.start.line)"
                let entry = ignore.configurationEntry(path: finding.finding.location.path).visible
                return "\(place): not accepted: \(reason); the configuration could say "
                    + "`rules: { \(entry) }`"
            }
        let total = "accepted \(counted(count, "finding")) in \(counted(plan.files.count, "file"))"
        return (lines + [total]).map { $0 + "\n" }.joined()
    }
}
