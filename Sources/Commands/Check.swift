import ArgumentParser
import FoundationEssentials
import GitAccess
import RepositoryCheck
import Rules
import SourceText

/// `sluice check`: the linter.
struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check the manifests of a repository.",
        discussion: """
            Reads the work tree's tracked and not-ignored files, the index with --staged, or a \
            commit with --rev. The whole repository is always read; PATH narrows what is reported.

            Exit status: 0 no errors were found, 1 errors were found, 2 the check could not \
            finish, 64 wrong usage.
            """)

    @Argument(help: "Report only what lies in these files and folders.")
    var paths: [String] = []

    @Flag(help: "Check what Git is about to commit, and report what the commit changes.")
    var staged = false

    @Flag(help: "With --staged, report everything that the index holds.")
    var all = false

    @Option(name: .customLong("rev"), help: "Check the tree of this commit.")
    var revision: String?

    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var clock: ClockOptions

    func validate() throws {
        if staged, revision != nil {
            throw ValidationError("--staged and --rev exclude each other")
        }
        if all, !staged { throw ValidationError("--all goes with --staged") }
    }

    func run() async throws {
        let place: GitWorkspace.Place =
            staged ? .index : revision.map { .revision($0) } ?? .worktree
        try await CheckRun(
            repository: repository, output: output, clock: clock, place: place, paths: paths,
            reportsOnlyStaged: staged && !all
        ).run()
    }
}
