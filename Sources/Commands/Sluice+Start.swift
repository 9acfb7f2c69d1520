import ArgumentParser

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
        await main()
    }
}
