import ArgumentParser
import Configuration
import FoundationEssentials
import GitAccess
import RepositoryCheck
import Rules
import SourceText
import Triage

/// One check from the repository to the exit status; `check` and `hook run` share it.
struct CheckRun {
    let options: CheckOptions
    let place: GitWorkspace.Place
    /// As given, relative to the working directory.
    var paths: [String] = []
    /// Whether to report only what the commit being made brings.
    let reportsOnlyStaged: Bool
    /// Nil where the baseline stays as it is.
    var baselineUpdate: BaselineUpdateOptions?

    /// Ends with an `ExitCode`, except where nothing was found that fails the check.
    func run() async throws {
        Console.ignoreClosedPipes()
        let report: CheckReport
        do {
            report = try await self.report()
            try options.output.write(report)
        } catch {
            throw Console.failure(error)
        }
        if options.gate.isFailed(by: report) { throw ExitStatus.findings }
    }

    private func report() async throws -> CheckReport {
        let subject = try CheckSubject(
            options, place: place, paths: paths,
            isBaselineNew: baselineUpdate?.acceptNew ?? false)
        var report =
            reportsOnlyStaged
            ? try await subject.check.report(
                on: subject.snapshot, since: subject.workspace.stagedBase(), paths: subject.paths)
            : try await subject.check.report(on: subject.snapshot, paths: subject.paths)
        if let baselineUpdate, let path = options.acceptances.baseline {
            let update = BaselineUpdate(
                path: path, acceptsNew: baselineUpdate.acceptNew, former: subject.baseline)
            report = try update.apply(to: report)
        }
        guard options.rules.isNarrow else { return report }
        try subject.noteRulesThatAreOff(options.rules.rules)
        return report.restricted(to: options.rules.admits)
    }
}

/// What a run looks at, and how.
struct CheckSubject {
    let workspace: GitWorkspace
    let snapshot: Snapshot
    let paths: ReportPaths
    let check: RepositoryCheck
    let baseline: Baseline

    init(
        _ options: CheckOptions, place: GitWorkspace.Place, paths: [String],
        isBaselineNew: Bool = false
    ) throws {
        workspace = try options.repository.workspace()
        snapshot = try workspace.snapshot(of: place)
        self.paths = try RepositoryPaths.reportPaths(paths, in: snapshot, of: workspace)
        let acceptances = try options.acceptances.options(isNew: isBaselineNew)
        baseline = acceptances.baseline
        check = RepositoryCheck(
            rules: allRules, workerCount: ProcessInfo.processInfo.activeProcessorCount,
            acceptances: acceptances)
    }

    /// Who asks for a rule wants to know that its silence means nothing.
    func noteRulesThatAreOff(_ rules: [RuleDefinition]) throws {
        let configuration = try check.configuration(of: snapshot)
        for rule in rules where !configuration.settings(of: rule.configurable).isOn {
            Console.note("the rule `\(rule.id)` is off in this repository")
        }
    }
}
