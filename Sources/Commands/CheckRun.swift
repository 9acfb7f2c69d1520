import ArgumentParser
import FoundationEssentials
import GitAccess
import RepositoryCheck
import Rules
import SourceText
import Triage

/// One check from the repository to the exit status; `check` and `hook run` share it.
struct CheckRun {
    let repository: RepositoryOptions
    let output: OutputOptions
    let clock: ClockOptions
    let place: GitWorkspace.Place
    /// As given, relative to the working directory.
    var paths: [String] = []
    /// Whether to report only what the commit being made brings.
    let reportsOnlyStaged: Bool

    /// Ends with an `ExitCode`, except where no error was found.
    func run() async throws {
        Console.ignoreClosedPipes()
        let report: CheckReport
        do {
            report = try await self.report()
            try output.write(report)
        } catch {
            throw Console.failure(error)
        }
        if report.count(of: .error) > 0 { throw ExitStatus.findings }
    }

    private func report() async throws -> CheckReport {
        let workspace = try repository.workspace()
        let snapshot = try workspace.snapshot(of: place)
        let check = RepositoryCheck(
            rules: allRules, workerCount: ProcessInfo.processInfo.activeProcessorCount,
            today: clock.today)
        let reportPaths = try RepositoryPaths.reportPaths(
            paths, in: snapshot, of: workspace)
        guard reportsOnlyStaged else {
            return try await check.report(on: snapshot, paths: reportPaths)
        }
        return try await check.report(
            on: snapshot, since: workspace.stagedBase(), paths: reportPaths)
    }
}
