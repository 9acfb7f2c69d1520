import ArgumentParser
import GitAccess

extension Sluice {
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

    private static func run(_ arguments: [String]) async throws {
        var command = try await asyncParseAsRoot(arguments)
        if let command = command as? any RepositoryCommand { try command.enterDirectory() }
        if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            try command.run()
        }
    }
}
