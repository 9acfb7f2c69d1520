import ArgumentParser
import Forges
import FoundationEssentials
import GitAccess
import WebAccess

/// Which repository on which forge is meant.
struct ForgeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The remote whose pull requests are meant.", valueName: "name"))
    var remote = "origin"

    @Option(
        help: ArgumentHelp(
            "The kind of the forge: github, gitlab or gitea; by default as the remote's address "
                + "tells.", valueName: "kind"),
        transform: reading(
            ForgeKind.init(option:), else: "a forge is github, gitlab, gitea, bitbucket or azure"))
    var forge: ForgeKind?

    @Option(
        name: .customLong("forge-url"),
        help: ArgumentHelp("The address of the forge's API.", valueName: "url"))
    var forgeURL: String?

    func place(
        in workspace: GitWorkspace, _ environment: [String: String]
    ) throws -> ForgeRepository {
        guard let found = try workspace.remotes().first(where: { $0.name == remote }) else {
            throw CommandError("the repository has no remote `\(remote)`; name one with --remote")
        }
        return try ForgeRepository(
            remote: found.url, choice: ForgeChoice(kind: forge, api: forgeURL),
            environment: environment)
    }

    /// Runs `body` with a client whose connections are closed when it returns.
    static func withWebClient<Value: Sendable>(
        _ environment: [String: String], _ body: (WebClient) async -> Value
    ) async throws -> Value {
        let options = WebClient.Options(timing: .real(now: SystemClock.now))
        let transport = AsyncHTTPTransport.Options(environment: environment)
        return try await AsyncHTTPTransport.withTransport(transport) { transport in
            await body(WebClient(options: options, transport: transport))
        }
    }
}
