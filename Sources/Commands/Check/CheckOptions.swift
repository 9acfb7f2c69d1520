import ArgumentParser
import Rules

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

    /// The least severity that text shows: that of `--severity`, else `warning` or, if lower, that
    /// of `--fail-on`, so that no finding that fails the check is hidden.
    var shownSeverity: Severity { output.severity ?? min(.warning, gate.severity) }
}
