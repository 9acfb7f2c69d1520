import ArgumentParser
import CheckPipeline
import Configuration
import GitAccess
import History
import Reports
import Rules
import Triage

/// The options that `check` and `hook run` share.
struct CheckOptions: ParsableArguments {
    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var rules: RuleOptions
    @OptionGroup var gate: GateOptions
    @OptionGroup var acceptances: AcceptanceArguments
    @OptionGroup var base: BaseOptions
    @OptionGroup var tags: TagSnapshotOption
    @OptionGroup var cache: CacheOptions
    @OptionGroup var links: LinkOptions

    /// The least severity that text shows: that of `--severity`, else `warning` or, if lower, that
    /// of `--fail-on`, so that no finding that fails the check is hidden.
    var shownSeverity: Severity { output.severity ?? min(.warning, gate.severity) }
}

/// Which rules a report is about.
struct RuleOptions: ParsableArguments {
    @Option(
        name: .customLong("rule"),
        help: ArgumentHelp("Report only what this rule finds; may be repeated.", valueName: "id"),
        transform: RuleDefinition.id(named:))
    var rules: [String] = []

    @Option(
        name: .customLong("skip-rule"),
        help: ArgumentHelp("Leave out what this rule finds; may be repeated.", valueName: "id"),
        transform: RuleDefinition.id(named:))
    var skipped: [String] = []

    /// Whether the report is about some rules only.
    var isNarrow: Bool { !rules.isEmpty || !skipped.isEmpty }

    func admits(_ rule: String) -> Bool {
        (rules.isEmpty || rules.contains(rule)) && !skipped.contains(rule)
    }

    /// The definitions of the rules that the report is about; throws if one does not exist.
    func definitions(in configuration: RepositoryConfiguration) throws -> [RuleDefinition] {
        let all = RuleDefinition.all(in: configuration)
        for id in skipped { _ = try RuleDefinition.named(id, among: all) }
        return try rules.map { try RuleDefinition.named($0, among: all) }
    }
}

extension RuleDefinition {
    /// The id of a rule of the program, or one that the configuration may define.
    static func id(named id: String) throws -> String {
        id.hasPrefix(CustomRule.prefix) ? id : try named(id).id
    }

    /// The rule with the given id.
    static func named(_ id: String, among all: [RuleDefinition] = all) throws -> RuleDefinition {
        if let definition = all.first(where: { $0.id == id }) { return definition }
        throw ValidationError(
            "there is no rule `\(id.visible)`" + Suggestion.question(to: id, among: all.map(\.id)))
    }
}

/// Which findings fail a check.
struct GateOptions: ParsableArguments {
    @Option(
        name: .customLong("fail-on"),
        help: "Exit with 1 for findings of this severity and above: note, warning or error.")
    var severity: Severity = .error

    @Flag(
        help: """
            Exit with 1 also for what could not be checked in protected environments, and for \
            findings that the change itself hides; as in the profile guardrails.
            """)
    var strict = false

    @Flag(help: "Exit with 0 whatever is found.")
    var exitZero = false

    func isFailed(by report: CheckReport) -> Bool {
        guard !exitZero else { return false }
        return report.newFindings.contains { $0.finding.severity >= severity }
            || (strict || report.isStrict) && (report.leavesGaps || report.isWeakened)
    }
}

extension CheckReport {
    fileprivate var leavesGaps: Bool { notChecked.contains(where: \.isProtected) }

    fileprivate var isWeakened: Bool {
        newFindings.contains { $0.finding.rule == RuleDefinition.guardrailWeakened.id }
    }
}

/// Whether the reports and the parsed manifests of earlier runs are used.
struct CacheOptions: ParsableArguments {
    @Flag(
        name: .customLong("no-cache"),
        help: "Check everything anew, and keep nothing for the next run.")
    var isOff = false

    /// Nil if no reports are to be used, or the running program cannot be told from another build.
    func reports(of workspace: GitWorkspace) -> ReportCache? {
        entries(of: workspace).map { ReportCache($0) }
    }

    /// Nil in the same cases.
    func history(of workspace: GitWorkspace) -> HistoryCache? {
        entries(of: workspace).map { HistoryCache($0) }
    }

    private func entries(of workspace: GitWorkspace) -> SealedCache? {
        program.map { SealedCache(workspace.cache, program: $0) }
    }

    /// Nil in the same cases.
    func records(of workspace: GitWorkspace) -> RecordPacks? {
        program.map { workspace.records(program: $0) }
    }

    private var program: String? {
        isOff ? nil : ProgramFile.stamp.map { "\(Sluice.version) \($0)" }
    }
}

/// The options of a check that make or show fixes.
struct FixOptions: ParsableArguments {
    @Flag(help: "Make the safe fixes in the work tree, and report what is left.")
    var fix = false

    @Flag(help: "With --fix or --diff, make also the fixes that may change what is meant.")
    var unsafeFixes = false

    @Flag(
        name: .customLong("registry"),
        help: ArgumentHelp(
            "With --unsafe-fixes, ask registries for the digests of the images that findings are "
                + "about, and pin them."))
    var asksRegistry = false

    @Flag(help: "Print what --fix would change as a diff, and change and report nothing.")
    var diff = false

    /// Whether fixes are made or shown.
    var areAsked: Bool { fix || diff }

    /// The possible fixes that the totals mention.
    var hint: FixHint { unsafeFixes ? .unsafe : .safe }
}
