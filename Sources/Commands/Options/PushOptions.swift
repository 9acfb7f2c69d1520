import ArgumentParser
import Forges
import FoundationEssentials
import GitAccess
import RegistryAccess
import UpdateEngine

/// The rights of automations on remotes and branches, whoever starts them.
struct PushOptions: ParsableArguments {
    @Flag(help: "Use addresses, refspecs and push options that only manifests name.")
    var trustManifestRemotes = false

    @Flag(help: "Go on from a push branch as it is, as Flux does, instead of making it anew.")
    var fluxPushBranch = false

    @Flag(help: "Open or refresh a pull request where an automation pushes to a branch of its own.")
    var pullRequests = false

    @OptionGroup var forge: ForgeOptions

    func validate() throws {
        if forge.isUsed, !pullRequests {
            throw ValidationError("--forge and --forge-url go with --pull-requests")
        }
    }

    var automationOptions: AutomationOptions {
        var options = AutomationOptions()
        options.trustsManifests = trustManifestRemotes
        options.copiesFluxPushBranch = fluxPushBranch
        return options
    }
}

/// The program that decides about each image.
struct VerificationOptions: ParsableArguments {
    @Option(
        name: .customLong("verify-command"),
        help: ArgumentHelp(
            "Write only images that this program passes, with status 0. It gets the image as its "
                + "last argument, and no shell reads the line.", valueName: "command"),
        transform: reading(
            VerificationCommand.init(_:), else: "a command is a program and its arguments"))
    var command: VerificationCommand?

    /// Why an image is not verified; nil where no image is.
    var verify: (@Sendable (String) async -> String?)? {
        guard let command else { return nil }
        let environment = ProcessInfo.processInfo.environment
        return { image in await command.failure(of: image, environment: environment) }
    }
}
