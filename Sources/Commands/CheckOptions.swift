import ArgumentParser

/// What `check` and `hook run` have in common.
struct CheckOptions: ParsableArguments {
    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var rules: RuleOptions
    @OptionGroup var gate: GateOptions
    @OptionGroup var acceptances: AcceptanceArguments
    @OptionGroup var base: BaseOptions
    @OptionGroup var tags: TagSnapshotOption
}
