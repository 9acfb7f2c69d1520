import ArgumentParser
import FoundationEssentials
import GitAccess
import Logging
import RegistryAccess
import Serving
import UpdateEngine
import WebAccess
import WebServing

/// `sluice serve`: runs `update` for ever, on the intervals of the manifests.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Keep repositories up to date: scan, and run automations on their intervals.",
        discussion: """
            Keeps a clone of each repository, and follows its branch. Scans each image once for \
            all ImageRepositories that use it, and runs each ImageUpdateAutomation as `sluice \
            update` does: on its interval, and at once when a policy that it may use selects \
            another tag. A change of the manifests counts with the next fetch.

            What was found is kept below the data directory. All of it is found again without.

            Examples:
              sluice serve --repository https://github.com/example/fleet#main --data /var/lib/sluice
              sluice serve --repositories repositories.yaml --log-format json
              sluice serve --repository /srv/git/fleet.git --once

            SIGTERM and SIGINT stop it: nothing new starts, and a push under way ends, within 25 \
            seconds.

            Exit status: 0 it was stopped, 2 it could not start, 64 wrong usage.
            """)

    @OptionGroup var served: ServedRepositoryOptions
    @OptionGroup var automation: ServedAutomationOptions
    @OptionGroup var process: ServiceProcessOptions
    @OptionGroup var variables: VariableOptions
    @OptionGroup var registries: RegistryOptions

    func run() async throws {
        let repositories = try served.repositories()
        let directory = try process.dataDirectory()
        process.startLog()
        let logger = Logger(label: "sluice")
        guard let lock = try DirectoryLock(directory) else {
            throw CommandError(
                "another process uses `\(directory)`; each service needs a directory of its own")
        }
        let clock = RealClock()
        let state = try StateStore(directory: directory, at: clock.now, logger: logger)
        let options = ServiceOptions(
            version: Sluice.version, repositories: repositories,
            directory: "\(directory)/repositories", seed: .random(in: .min ... .max))
        let outcome = try await registries.withTransport { transport in
            await Result { () async throws(any Error) in
                let metrics = ServiceMetrics(version: Sluice.version)
                let service = UpdateService(
                    options, tools: try tools(over: transport, clock), state: state,
                    clock: clock, logger: logger, observe: { metrics.note($0) })
                if process.once {
                    try await service.runOnce()
                } else {
                    try await ServiceRun(service, logger: logger).run()
                }
            }
        }
        withExtendedLifetime(lock) {}
        try outcome.get()
    }

    private func tools(
        over transport: any HTTPTransport, _ clock: RealClock
    ) throws -> RunTools {
        let registries = registries
        // What is wrong from the beginning stops the command, and not only its scans.
        let web = RegistryClient(options: try registries.clientOptions(), transport: transport).web
        var tools = RunTools(
            clients: RegistryClients {
                RegistryClient(options: try registries.clientOptions(), transport: transport)
            })
        tools.signing = try automation.signing.givenChoice()
        tools.automation = automation.options
        tools.requests = automation.requests(web: web, clock)
        tools.verify = automation.verification()
        tools.values = variables.values
        tools.variables = ProcessInfo.processInfo.environment
        tools.workerCount = ProcessInfo.processInfo.activeProcessorCount
        return tools
    }
}
