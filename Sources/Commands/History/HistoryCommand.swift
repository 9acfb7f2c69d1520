import ArgumentParser
import CheckPipeline
import Configuration
import GitAccess
import History
import Reports
import RepositoryLinking

/// `sluice history`: what each environment ran when, and who brought it.
struct HistoryCommand: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show what each environment ran when, and who or what brought it.",
        discussion: """
            Follows a branch commit by commit, of merges as `git log --first-parent`, and shows \
            those that changed which images run: in each environment from which tag or digest to \
            which; whether an automation, a bot or a person made them, or a revert; and which went \
            back to what ran before. In front stand the counts of each environment: deployments, \
            rollbacks, changes by hand where an automation writes, and how long builds took from \
            the environment before.

            The environments are those of the configuration of the newest commit, or else those \
            that each commit's directories are named after. Images that a chart or a variable fills \
            in are shown as (filled in).

            What was read is kept, so that the next run reads new commits alone.

            Examples:
              sluice history
              sluice history --environment production --since 2026-01-01 ghcr.io/org/api
              sluice history --output html=history.html

            Exit status: 0 shown; 2 the history could not be read; 64 wrong usage.
            """)

    @Argument(help: "Show only images whose names contain this.")
    var image: String?

    @Option(help: "Show only what ran in this environment.")
    var environment: String?

    @Option(
        help: ArgumentHelp(
            "Show only commits since this day, in UTC.", valueName: "yyyy-mm-dd"),
        transform: ClockOptions.day)
    var since: CalendarDay?

    @Option(
        name: .customLong("rev"), help: "Follow the branch up to this commit instead of HEAD.")
    var revision: String = "HEAD"

    @Option(
        help: ArgumentHelp(
            "Report as text, json or html, on standard output or into a file; may be repeated.",
            valueName: "format[=file]"))
    var output: [String] = []

    @Flag(name: .customLong("no-pager"), help: "Show the text on a terminal without a pager.")
    var hasNoPager = false

    @OptionGroup var color: ColourOption
    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var cache: CacheOptions

    func validate() throws { _ = try destinations() }

    func run() async throws {
        let report = try await report()
        for destination in try destinations() {
            let isTerminal = destination.file == nil && Console.outputIsTerminal
            let text = report.rendered(
                as: destination.format, by: .sluice, in: color.style(isTerminal: isTerminal))
            if isTerminal, destination.format == .text, !hasNoPager {
                try await Pager.show(text)
            } else {
                try Console.print(text, into: destination.file)
            }
        }
    }

    private func report() async throws -> HistoryReport {
        let line = WaitingLine("reading the history")
        defer { line.clear() }
        let workspace = try repository.workspace()
        guard let tip = try workspace.commit(revision) else {
            throw CommandError(
                revision == "HEAD"
                    ? "there is no commit yet, so there is no history"
                    : "`\(revision)` is not a commit of this repository")
        }
        var check = RepositoryCheck()
        check.records = cache.records(of: workspace)
        let reader = HistoryReader(of: workspace, by: check, cache: cache.history(of: workspace))
        let record = try await reader.record(to: tip) { done, all in
            line.say("reading the history: \(done) of \(all) commits")
        }
        let configuration = try check.configuration(
            of: try workspace.snapshot(of: .revision(tip)))
        var filter = TimelineFilter()
        filter.environment = environment
        filter.image = image
        filter.since = since.map { Int64($0.daysSince1970) * 86_400 }
        let timeline = Timeline(of: record, configuration: configuration, filter: filter)
        if let environment, !timeline.allEnvironments.contains(environment) {
            throw ValidationError(
                "no environment is called `\(environment)`"
                    + (timeline.allEnvironments.isEmpty
                        ? ""
                        : "; there are "
                            + timeline.allEnvironments.map { "`\($0)`" }.joined(separator: ", ")))
        }
        return HistoryReport(timeline, of: tip)
    }

    private func destinations() throws -> [OutputDestination<HistoryFormat>] {
        try OutputDestination.given(output, fallback: .text)
    }
}
