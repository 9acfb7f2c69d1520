import ArgumentParser
import CheckPipeline
import Configuration
import GitAccess
import Reports
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
    /// Which findings are reported.
    enum Scope {
        case everything
        /// The findings that the commit being made adds.
        case staged
        /// All findings, marked as new or existing since a commit; nil if there is none before.
        case since(String?)
    }

    /// Nil if the baseline is not rewritten.
    var baselineUpdate: BaselineUpdateOptions?

    /// The format without `--output`.
    var fallback = ReportFormat.text

    /// The fixes that the totals mention.
    var fixHint = FixHint.safe

    /// Runs the check; throws an `ExitCode` if findings fail it.
    func run() async throws {
        if try await fails() { throw ExitStatus.findings }
    }

    /// Runs the check and returns whether findings fail it.
    func fails() async throws -> Bool {
        let (subject, report) = try await report()
        try options.output.write(
            report, from: options.shownSeverity, fallback: fallback, hint: fixHint,
            rules: subject.rules, repositoryURI: subject.workspace.originURI)
        return options.gate.isFailed(by: report)
    }

    private func report() async throws -> (CheckSubject, CheckReport) {
        let line = WaitingLine("checking", isWanted: !options.output.quiet)
        defer { line.clear() }
        var subject = try subject()
        subject.check.endsProcess = true
        subject.check.cache = options.cache.reports(of: subject.workspace)
        subject.check.records = options.cache.records(of: subject.workspace)
        return (subject, try await report(of: subject))
    }

    private func report(of subject: CheckSubject) async throws -> CheckReport {
        var report = try await judge(of: subject)(subject.snapshot, subject.paths)
        if let baselineUpdate, let path = options.acceptances.baseline {
            report = try baselineUpdate.rewrite(path, from: subject.baseline, for: report)
        }
        guard options.rules.isNarrow else { return report }
        try subject.noteRulesThatAreOff(options.rules)
        return report.restricted(to: options.rules.admits)
    }
}

extension CheckRun {
    /// Checks a snapshot and reports on some of its paths.
    typealias Judge = (Snapshot, ReportPaths) async throws -> CheckReport

    func subject() throws -> CheckSubject {
        try CheckSubject(
            options, place: place, paths: paths,
            isBaselineNew: baselineUpdate?.acceptNew ?? false)
    }

    /// The check with the options of this run; resolves the base, if there is one, only once.
    func judge(of subject: CheckSubject) throws -> Judge {
        var subject = subject
        let base = try link(&subject)
        let (check, workspace) = (subject.check, subject.workspace)
        if case .staged = scope {
            return { try await check.report(on: $0, since: base, paths: $1) }
        }
        guard let base else {
            let current: (() throws -> Snapshot)? =
                place == .worktree ? { try workspace.snapshot(of: place) } : nil
            return { try await check.report(on: $0, paths: $1, current: current) }
        }
        let comparison = Comparison(
            base: base,
            baseline: try options.acceptances.formerBaseline(in: base, of: workspace),
            trustsChange: options.base.guardSource == .head)
        return { try await check.report(on: $0, comparedWith: comparison, paths: $1) }
    }

    /// Links the other repositories of the fleet; returns what the snapshot is compared with.
    ///
    /// Which places are read is the guard's to say, not the change's.
    @discardableResult
    func link(_ subject: inout CheckSubject) throws -> Snapshot? {
        let base = try base(of: subject.workspace)
        let isGuarded =
            switch scope {
            case .staged: false
            case .everything, .since: options.base.guardSource != .head
            }
        try subject.check.link(
            options.links, of: subject.workspace, by: subject.snapshot,
            since: isGuarded ? base : nil)
        return base
    }

    private func base(of workspace: GitWorkspace) throws -> Snapshot? {
        switch scope {
        case .staged: return try workspace.stagedBase()
        case .everything:
            let head = if case .revision(let name) = place { name } else { "HEAD" }
            return try options.base.revision.flatMap {
                try workspace.comparisonBase($0, of: head)
            }
        case .since(let revision):
            return try revision.map { try workspace.snapshot(of: .revision($0)) }
        }
    }
}

/// The repository and snapshot of a run, and the check that its options define.
struct CheckSubject {
    let workspace: GitWorkspace
    let snapshot: Snapshot
    let paths: ReportPaths
    var check: RepositoryCheck
    let baseline: Baseline

    init(
        _ options: CheckOptions, place: GitWorkspace.Place, paths: [String],
        isBaselineNew: Bool = false
    ) throws {
        workspace = try options.repository.workspace()
        snapshot = try workspace.snapshot(
            of: place, isCompared: options.base.revision != nil || !options.cache.isOff)
        self.paths = try RepositoryPaths.reportPaths(paths, in: snapshot, of: workspace)
        let acceptances = try options.acceptances.options(isNew: isBaselineNew)
        baseline = acceptances.baseline
        check = RepositoryCheck(acceptances: acceptances, tags: try options.tags.snapshot())
    }

    /// The rules of the program and of the configuration.
    func rules() throws -> [RuleDefinition] {
        RuleDefinition.all(in: try check.configuration(of: snapshot))
    }

    /// Warns if `--rule` names a rule that is switched off; throws if there is no such rule.
    func noteRulesThatAreOff(_ options: RuleOptions) throws {
        let configuration = try check.configuration(of: snapshot)
        for rule in try options.definitions(in: configuration)
        where !configuration.settings(of: rule.configurable).isOn {
            Console.note("the rule `\(rule.id)` is off in this repository")
        }
    }
}
