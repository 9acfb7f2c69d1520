import ArgumentParser
import Configuration
import GitAccess
import Reports
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
    let scope: Scope
    /// What of the findings is wanted.
    enum Scope {
        case everything
        /// What the commit being made brings.
        case staged
        /// All, with what is new since a commit told apart: nil where there is nothing before.
        case since(String?)
    }

    /// Nil where the baseline stays as it is.
    var baselineUpdate: BaselineUpdateOptions?

    /// The format if the user asks for none.
    var fallback = ReportFormat.text

    /// Ends with an `ExitCode`, except where nothing was found that fails the check.
    func run() async throws {
        if try await fails() { throw ExitStatus.findings }
    }

    /// Whether something was found that fails the check.
    func fails() async throws -> Bool {
        Console.ignoreClosedPipes()
        do {
            let report = try await self.report()
            try options.output.write(report, fallback: fallback)
            return options.gate.isFailed(by: report)
        } catch {
            throw Console.failure(error)
        }
    }

    private func report() async throws -> CheckReport {
        let line = WaitingLine("checking", isWanted: !options.output.quiet)
        defer { line.clear() }
        let subject = try CheckSubject(
            options, place: place, paths: paths,
            isBaselineNew: baselineUpdate?.acceptNew ?? false)
        var report = try await report(of: subject)
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

extension CheckRun {
    private func report(of subject: CheckSubject) async throws -> CheckReport {
        let base: Snapshot?
        switch scope {
        case .staged:
            return try await subject.check.report(
                on: subject.snapshot, since: subject.workspace.stagedBase(), paths: subject.paths)
        case .everything:
            let head = if case .revision(let name) = place { name } else { "HEAD" }
            base = try options.base.revision.flatMap {
                try subject.workspace.comparisonBase($0, of: head)
            }
        case .since(let revision):
            base = try revision.map { try subject.workspace.snapshot(of: .revision($0)) }
        }
        guard let base else {
            return try await subject.check.report(on: subject.snapshot, paths: subject.paths)
        }
        return try await subject.check.report(
            on: subject.snapshot,
            comparedWith: Comparison(
                base: base,
                baseline: try options.acceptances.formerBaseline(in: base, of: subject.workspace),
                trustsChange: options.base.guardSource == .head),
            paths: subject.paths)
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
        check = RepositoryCheck(acceptances: acceptances, tags: try options.tags.snapshot())
    }

    /// Who asks for a rule wants to know that its silence means nothing.
    func noteRulesThatAreOff(_ rules: [RuleDefinition]) throws {
        let configuration = try check.configuration(of: snapshot)
        for rule in rules where !configuration.settings(of: rule.configurable).isOn {
            Console.note("the rule `\(rule.id)` is off in this repository")
        }
    }
}
