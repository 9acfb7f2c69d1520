import ArgumentParser
import Forges
import FoundationEssentials
import GitAccess
import RegistryAccess
import Serving
import UpdateEngine
import WebAccess

/// The options of automations that run by themselves.
struct ServedAutomationOptions: ParsableArguments {
    @Flag(help: "Use addresses, refspecs and push options that only manifests name.")
    var trustManifestRemotes = false

    @Flag(help: "Go on from a push branch as it is, as Flux does, instead of making it anew.")
    var fluxPushBranch = false

    @Flag(help: "Open or refresh a pull request where an automation pushes to a branch of its own.")
    var pullRequests = false

    @Option(
        name: .customLong("verify-command"),
        help: ArgumentHelp(
            "Write only images that this program passes, with status 0. It gets the image as its "
                + "last argument, and no shell reads the line.", valueName: "command"),
        transform: reading(
            VerificationCommand.init(_:), else: "a command is a program and its arguments"))
    var verificationCommand: VerificationCommand?

    @OptionGroup var forge: ForgeOptions
    @OptionGroup var signing: SigningOptions

    func validate() throws {
        if forge.isUsed, !pullRequests {
            throw ValidationError("--forge and --forge-url go with --pull-requests")
        }
    }

    var options: AutomationOptions {
        var options = AutomationOptions()
        options.trustsManifests = trustManifestRemotes
        options.copiesFluxPushBranch = fluxPushBranch
        return options
    }

    /// Nil where none are wanted.
    func requests(web: WebClient, _ clock: RealClock) -> AutomationRequests? {
        guard pullRequests else { return nil }
        let forge = forge
        let memory = RequestMemory { Int(clock.now.secondsSince1970) }
        return AutomationRequests(web: web, memory: memory) { remote throws(ForgeError) in
            try forge.place(for: remote, isDryRun: false)
        }
    }

    /// Nil where no image is verified.
    func verification() -> (@Sendable (String) async -> String?)? {
        guard let command = verificationCommand else { return nil }
        let environment = ProcessInfo.processInfo.environment
        return { image in await command.failure(of: image, environment: environment) }
    }
}
