import ArgumentParser
import Forges
import FoundationEssentials
import GitAccess
import WebAccess

/// The forge of a remote, where its address does not tell.
struct ForgeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The kind of the forge: github, gitlab, gitea, bitbucket or azure; by default as the "
                + "remote's address tells.", valueName: "kind"),
        transform: reading(
            ForgeKind.init(option:), else: "a forge is github, gitlab, gitea, bitbucket or azure"))
    var forge: ForgeKind?

    @Option(
        name: .customLong("forge-url"),
        help: ArgumentHelp("The address of the forge's API.", valueName: "url"))
    var forgeURL: String?

    var isUsed: Bool { forge != nil || forgeURL != nil }

    /// The repository on its forge that a remote leads to.
    func repository(of remote: GitRemote) throws(ForgeError) -> ForgeRepository {
        try ForgeRepository(
            remote: remote.url, choice: choice, environment: ProcessInfo.processInfo.environment)
    }

    /// Where pull requests for a remote go; an error tells what is missing.
    ///
    /// - Parameter isDryRun: A dry run needs no token.
    func place(for remote: GitRemote, isDryRun: Bool) throws(ForgeError) -> RequestPlace {
        try RequestPlace(
            remote: remote.url, named: remote.name, choice: choice,
            environment: ProcessInfo.processInfo.environment, isDryRun: isDryRun)
    }

    private var choice: ForgeChoice { ForgeChoice(kind: forge, api: forgeURL) }

    /// Runs `body` with a client whose connections are closed when it returns.
    static func withWebClient<Value: Sendable>(
        _ body: (WebClient) async -> Value
    ) async throws -> Value {
        let options = WebClient.Options(timing: .real(now: SystemClock.now))
        let transport = AsyncHTTPTransport.Options(
            environment: ProcessInfo.processInfo.environment)
        return try await AsyncHTTPTransport.withTransport(transport) { transport in
            await body(WebClient(options: options, transport: transport))
        }
    }
}
