import ArgumentParser
import CheckPipeline
import Explanations
import GitAccess
import Reports
import Rules
import SourceText

/// `sluice check`: the linter.
struct Check: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the manifests of a repository.",
        discussion: """
            Reads the work tree's tracked and not-ignored files, the index with --staged, or a \
            commit with --rev. The whole repository is always read; PATH narrows what is reported.

            Examples:
              sluice check
              sluice check --base origin/main --output text --output sarif=sluice.sarif
              sluice check --rule image-latest-tag clusters/production

            Exit status: 0 nothing was found that fails the check, 1 something was (errors, unless \
            --fail-on says otherwise), 2 the check could not finish, 64 wrong usage.
            """)

    @Argument(help: "Report only what lies in these files and directories.")
    var paths: [String] = []

    @Flag(help: "Check what Git is about to commit, and report what is new in it.")
    var staged = false

    @Flag(help: "With --staged, report everything that the index holds.")
    var all = false

    @Option(name: .customLong("rev"), help: "Check the tree of this commit.")
    var revision: String?

    @Flag(help: "Print the effective configuration and where each value comes from.")
    var showConfig = false

    @Flag(help: "List the manifests that would be reported on, and check nothing.")
    var listFiles = false

    @OptionGroup var fixes: FixOptions
    @OptionGroup var registries: RegistryOptions
    @OptionGroup var options: CheckOptions
    @OptionGroup var baselineUpdate: BaselineUpdateOptions
    @OptionGroup var newIgnores: NewIgnoreOptions

    func validate() throws {
        if staged, revision != nil {
            throw ValidationError("--staged and --rev exclude each other")
        }
        if staged, options.base.revision != nil {
            throw ValidationError("--staged compares with HEAD, not with --base")
        }
        if all, !staged { throw ValidationError("--all goes with --staged") }
        if showConfig, listFiles {
            throw ValidationError("--show-config and --list-files exclude each other")
        }
        try validateFixes()
        try validateBaseline()
        try validateIgnores()
    }

    private func validateFixes() throws {
        if fixes.asksRegistry, !fixes.areAsked || !fixes.unsafeFixes {
            throw ValidationError(
                "--registry goes with --unsafe-fixes, and those with --fix or --diff")
        }
        if registries.areUsed, !fixes.asksRegistry {
            throw ValidationError(
                "--registry-auth, --insecure-registry and --registry-ca go with --registry")
        }
        guard fixes.areAsked else { return }
        if revision != nil, !fixes.diff {
            throw ValidationError("--fix writes into the work tree: no --rev; --diff shows a diff")
        }
        if fixes.diff, !options.output.output.isEmpty {
            throw ValidationError("--diff prints a diff in place of a report: no --output")
        }
        if baselineUpdate.updateBaseline || newIgnores.rule != nil || showConfig || listFiles {
            throw ValidationError(
                "--fix and --diff exclude --update-baseline, --add-ignores, --show-config and "
                    + "--list-files")
        }
    }

    private func validateBaseline() throws {
        if baselineUpdate.acceptNew, !baselineUpdate.updateBaseline {
            throw ValidationError("--accept-new goes with --update-baseline")
        }
        guard baselineUpdate.updateBaseline else { return }
        if options.acceptances.baseline == nil {
            throw ValidationError("--update-baseline needs the file: --baseline FILE")
        }
        if !paths.isEmpty || options.rules.isNarrow || (staged && !all)
            || options.base.revision != nil
        {
            throw ValidationError(
                "--update-baseline looks at everything: no PATH, --rule, --skip-rule, --base or "
                    + "--staged")
        }
    }

    private func validateIgnores() throws {
        guard newIgnores.rule != nil else { return }
        if staged || revision != nil {
            throw ValidationError("--add-ignores writes into the work tree: no --staged or --rev")
        }
        if baselineUpdate.updateBaseline || options.acceptances.honoursNoIgnores {
            throw ValidationError(
                "--add-ignores excludes --update-baseline and --no-ignores")
        }
    }

    var repository: RepositoryOptions { options.repository }

    func run() async throws {
        let place: GitWorkspace.Place =
            staged ? .index : revision.map { .revision($0) } ?? .worktree
        if showConfig || listFiles {
            let subject = try CheckSubject(options, place: place, paths: paths)
            return try showConfig ? showConfiguration(of: subject) : listFiles(of: subject)
        }
        if let ignore = newIgnores.ignore {
            return try await IgnoreRun(ignore: ignore, options: options, paths: paths).run()
        }
        let check = CheckRun(
            options: options, place: place, paths: paths,
            scope: staged && !all ? .staged : .everything,
            baselineUpdate: baselineUpdate.updateBaseline ? baselineUpdate : nil,
            fixHint: fixes.hint)
        if fixes.areAsked {
            try await FixRun(check: check, fixes: fixes, registries: registries).run()
        } else {
            try await check.run()
        }
    }

    private func showConfiguration(of subject: CheckSubject) throws {
        let configuration = try subject.check.configuration(of: subject.snapshot)
        let account = ConfigurationAccount(
            of: configuration, rules: RuleDefinition.all(in: configuration))
        let style = options.output.color.style()
        try Console.print(account.text(in: style))
        for warning in account.warnings { Console.note("warning: \(warning.visible)") }
    }

    private func listFiles(of subject: CheckSubject) throws {
        let manifests = try subject.check.manifests(in: subject.snapshot, paths: subject.paths)
        try Console.print(manifests.map { $0.path.visible + "\n" }.joined())
    }
}
