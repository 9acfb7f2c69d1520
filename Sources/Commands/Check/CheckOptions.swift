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

    /// How severe a finding must be for text to show it: nothing that fails the check is hidden
    /// unless the user says so.
    var shownSeverity: Severity { output.severity ?? min(.warning, gate.severity) }
}
