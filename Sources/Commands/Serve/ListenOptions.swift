import ArgumentParser
import FoundationEssentials
import Receivers
import WebAccess
import WebServing

/// Where the service is called and looked at.
struct ListenOptions: ParsableArguments {
    @Option(
        name: .customLong("listen"),
        help: ArgumentHelp(
            "Take the calls of Receivers at this address; by default 0.0.0.0:9292.",
            valueName: "address"),
        transform: reading(ListenAddress.init(_:), else: ListenOptions.form))
    var receivers = ListenAddress(host: "0.0.0.0", port: 9292)

    @Option(
        name: .customLong("listen-ui"),
        help: ArgumentHelp(
            "Show page, metrics and health at this address; by default 127.0.0.1:9440.",
            valueName: "address"),
        transform: reading(ListenAddress.init(_:), else: ListenOptions.form))
    var page = ListenAddress(host: "127.0.0.1", port: 9440)

    @Option(
        name: .customLong("ui-token"),
        help: ArgumentHelp(
            "Ask who wants to see the page for what a variable (env:NAME) or a file (file:PATH) "
                + "holds. Without, only an address of this machine alone shows it.",
            valueName: "source"))
    var token: UnrepeatedArgument<SecretSource>?

    @Option(
        name: .customLong("secret-dir"),
        help: ArgumentHelp(
            "Find the Secrets of Receivers in this directory: a folder for each, as Kubernetes "
                + "mounts them.", valueName: "dir"))
    var secretDirectory: String?

    private static let form = "an address is HOST:PORT"

    func validate() throws {
        _ = try tokenSource
    }

    private var tokenSource: SecretSource? {
        get throws {
            try token?.value(of: "--ui-token", writtenAs: "env:VARIABLE or file:PATH")
        }
    }

    func options() throws -> WebOptions {
        let text = try tokenSource?.text()
        if text?.isEmpty == true { throw CommandError("the token of the page is empty") }
        return WebOptions(receivers: receivers, page: page, pageToken: text.map { Secret($0) })
    }

    /// The Secrets: those of the directory come first.
    func secrets() -> ReceiverSecrets {
        ReceiverSecrets(
            directory: secretDirectory, environment: ProcessInfo.processInfo.environment)
    }
}
