import ArgumentParser
import FoundationEssentials
import GitAccess
import Logging
import Receivers
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
            another tag. A change of the manifests counts with the next fetch. The Receivers of \
            the repositories are served at the paths that Flux gives them; a call makes what it \
            names due at once.

            What was found is kept below the data directory. All of it is found again without.

            Examples:
              sluice serve --repository https://github.com/example/fleet#main --data /var/lib/sluice
              sluice serve --repositories repositories.yaml --log-format json
              sluice serve --repository /srv/git/fleet.git --once

            SIGTERM and SIGINT stop it: nothing new starts, and a push under way ends, within 25 \
            seconds.

            Exit status: 0 it was stopped, or all was done with --once, 1 something failed or was \
            refused with --once, 2 it could not start, 64 wrong usage.
            """)

    @OptionGroup var served: ServedRepositoryOptions
    @OptionGroup var automation: ServedAutomationOptions
    @OptionGroup var listening: ListenOptions
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
        let web = try listening.options()
        let outcome = try await registries.withTransport { transport in
            await Result { () async throws(any Error) in
                let metrics = ServiceMetrics(version: Sluice.version)
                let client = WebClient(
                    options: WebClient.Options(timing: try registries.clientOptions().timing),
                    transport: transport)
                let receivers = ServedReceivers(
                    secrets: listening.secrets(),
                    tokens: IdentityTokens(client: client), state: state, clock: clock,
                    logger: logger, observe: { metrics.note($0) })
                let service = UpdateService(
                    options, tools: try tools(over: transport, client, clock), state: state,
                    clock: clock, receivers: process.once ? nil : receivers, logger: logger,
                    observe: { metrics.note($0) })
                if process.once {
                    if try await !service.runOnce() { throw ExitStatus.findings }
                    return
                }
                let sources = WebService.Sources(
                    receivers: receivers, status: { await service.status() },
                    metrics: { metrics.text }, isReady: { await service.isReady })
                try await ServiceRun(
                    service, WebService(sources, options: web, logger: logger), logger: logger
                ).run()
            }
        }
        withExtendedLifetime(lock) {}
        try outcome.get()
    }

    private func tools(
        over transport: any HTTPTransport, _ web: WebClient, _ clock: RealClock
    ) throws -> RunTools {
        let registries = registries
        var tools = RunTools(
            clients: RegistryClients {
                RegistryClient(options: try registries.clientOptions(), transport: transport)
            })
        tools.signing = try automation.signing.givenChoice()
        tools.automation = automation.push.automationOptions
        tools.requests = automation.requests(web: web, clock)
        tools.verify = automation.verification.verify
        tools.values = variables.values
        tools.variables = ProcessInfo.processInfo.environment
        tools.workerCount = ProcessInfo.processInfo.activeProcessorCount
        return tools
    }
}
