import ArgumentParser
import CheckPipeline
import Explanations
import GitAccess

/// `sluice init`: what a repository needs for Sluice, written after it was shown.
struct Init: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a configuration, and a hook and a CI workflow if wanted.",
        discussion: """
            Shows what it will write, and asks. The configuration names the environments that \
            directories and files speak of; they are comments wherever they would change what `sluice \
            check` reports. A file that is there already is kept, unless you agree to its being \
            overwritten.

            Examples:
              sluice init                                 # shows, and asks on a terminal
              sluice init --hook --workflow github --yes  # writes what is not there yet

            Exit status: 0 everything is in place, 1 something was not written, 2 it could not \
            finish, 64 wrong usage.
            """)

    @Flag(help: "Install the Git hook as well.")
    var hook = false

    @Option(help: "Write a workflow for this CI system as well: github or gitlab.")
    var workflow: WorkflowTemplate?

    @Flag(name: .shortAndLong, help: "Write what is not there yet, without asking.")
    var yes = false

    @OptionGroup var repository: RepositoryOptions

    func run() async throws {
        let plan = try await plan(for: try repository.workspace())
        try Console.print(plan.account)
        if try !plan.carryOut(asksNothing: yes) { throw ExitStatus.findings }
    }

    private func plan(for workspace: GitWorkspace) async throws -> SetupPlan {
        let line = WaitingLine("looking around")
        defer { line.clear() }
        let configuration = try await InitialConfiguration(
            for: workspace.snapshot(ofCommit: nil), by: RepositoryCheck())
        let files =
            [(path: configuration.path, text: configuration.text)]
            + (workflow.map { [(path: $0.path, text: $0.text)] } ?? [])
        return try SetupPlan(files: files, installsHook: hook, in: workspace)
    }
}
