package import ArgumentParser
import GitAccess

/// The program: its name, its version and its subcommands.
package struct Sluice: AsyncParsableCommand {
    package static let version = "0.1.0"

    package static let configuration = CommandConfiguration(
        commandName: "sluice",
        abstract: "The gate in front of Flux image automation.",
        discussion: """
            Checks the manifests of a GitOps repository: that image references are immutable and \
            that $imagepolicy markers really fire.

            Examples:
              sluice check          # what is wrong here
              sluice init --hook    # a configuration, and a check of each commit
              sluice explain rule image-latest-tag
            """,
        version: version,
        subcommands: [
            Init.self, Check.self, Diff.self, AuditCommand.self, HistoryCommand.self, Explain.self,
            Scan.self,
            Update.self, Serve.self, Promote.self, Verify.self, Rollback.self, HoldCommand.self,
            Release.self, HoldsCommand.self, RulesCommand.self, Comment.self,
            Create.self, Get.self, Suspend.self, Resume.self, Hook.self, Fetch.self, Cache.self,
            Lsp.self,
        ])

    package init() {}

    /// Runs what the command line says, and ends the process.
    package static func start() async {
        // Swift reads the arguments from /proc. Without it a hook would show the help, and pass.
        guard !CommandLine.arguments.isEmpty else {
            Console.note("sluice: the arguments cannot be read: is /proc mounted?")
            exit(withError: ExitStatus.couldNotFinish)
        }
        let arguments = CommandLine.arguments.dropFirst()
        if let unknown = UnknownSubcommand.first(in: arguments, of: Sluice.self) {
            exit(withError: ValidationError("\(unknown)"))
        }
        // Which command it is takes as long to find out, and nearly all open a repository.
        let isCommand = arguments.first.map { !$0.hasPrefix("-") } ?? false
        async let library: Void = isCommand ? GitLibrary.start() : ()
        do {
            try await run(Array(arguments))
        } catch {
            // Libraries clean up as the process ends: not while they start on another thread. A
            // run that succeeds waits as it leaves.
            await library
            exit(withError: error)
        }
    }

    /// Runs a command; an error other than an `ExitCode` or wrong usage is told here, for all
    /// commands.
    private static func run(_ arguments: [String]) async throws {
        var command = try await asyncParseAsRoot(arguments)
        // Without `run() async` it is ArgumentParser's own command, such as `help`.
        guard var own = command as? any AsyncParsableCommand else { return try command.run() }
        Console.ignoreClosedPipes()
        do {
            try (own as? any RepositoryCommand)?.repository.enterDirectory()
            try await own.run()
        } catch let error
            where !(error is ExitCode || error is CleanExit || error is ValidationError)
        {
            throw Console.failure(error)
        }
    }
}
