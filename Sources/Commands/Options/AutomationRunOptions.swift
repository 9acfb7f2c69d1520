import ArgumentParser
import Explanations
import Forges
import FoundationEssentials
import GitAccess
import RepositoryLinking
import UpdateEngine
import WebAccess

/// Which automations run, and what they may do.
struct AutomationRunOptions: ParsableArguments {
    @Option(
        name: .customLong("automation"),
        help: ArgumentHelp(
            "Run this ImageUpdateAutomation, as its manifest names it; may be repeated. Without, "
                + "all of the repository.", valueName: "namespace/name"),
        transform: reading(ObjectName.init(_:), else: "an automation is named NAMESPACE/NAME"))
    var automations: [ObjectName] = []

    @Flag(help: "Work on the current branch in place of the one that an automation checks out.")
    var here = false

    @Flag(help: "Push nothing: work on the branches of this clone, and contact no remote.")
    var noPush = false

    @Option(
        help: ArgumentHelp(
            "Fetch from and push to this remote, whatever address the manifests name.",
            valueName: "name"))
    var remote: String?

    @OptionGroup var push: PushOptions
    @OptionGroup var signing: SigningOptions

    func validate() throws {
        if noPush, push.pullRequests {
            throw ValidationError("--pull-requests goes without --no-push")
        }
        if noPush, remote != nil || push.trustManifestRemotes {
            throw ValidationError("--remote and --trust-manifest-remotes go without --no-push")
        }
    }

    /// Whether any of these options is given.
    var isUsed: Bool {
        !automations.isEmpty || here || noPush || remote != nil || push.trustManifestRemotes
            || push.fluxPushBranch || push.pullRequests || signing.key != nil
            || signing.passphrase != nil
    }

    func options(in workspace: GitWorkspace, isDryRun: Bool) throws -> AutomationOptions {
        var options = push.automationOptions
        if here {
            guard let branch = try workspace.currentBranch() else {
                throw CommandError("HEAD is on no branch, so `--here` is nowhere")
            }
            options.currentBranch = branch
        }
        options.remoteName = remote
        options.pushes = !noPush
        options.isDryRun = isDryRun
        return options
    }

    func requests(web: WebClient, isDryRun: Bool) -> AutomationRequests {
        let forge = push.forge
        return AutomationRequests(web: web) { remote throws(ForgeError) in
            try forge.place(for: remote, isDryRun: isDryRun)
        }
    }
}

/// The options for the keys that sign commits.
struct SigningOptions: ParsableArguments {
    @Option(
        name: .customLong("signing-key"),
        help: ArgumentHelp(
            "Sign the commits: the id of an OpenPGP key, or the file of an SSH key where the "
                + "automation or Git's gpg.format asks for one.", valueName: "key"))
    var key: String?

    @Option(
        name: .customLong("signing-passphrase"),
        help: ArgumentHelp(
            "Open the OpenPGP key with what a variable (env:NAME) or a file (file:PATH) holds; "
                + "else its agent is asked.", valueName: "source"))
    var passphrase: UnrepeatedArgument<SecretSource>?

    func validate() throws {
        _ = try passphraseSource
    }

    private var passphraseSource: SecretSource? {
        get throws {
            try passphrase?.value(
                of: "--signing-passphrase", writtenAs: "env:VARIABLE or file:PATH")
        }
    }

    /// The keys of the options and of the user's Git configuration.
    func choice(in workspace: GitWorkspace) throws -> SigningChoice {
        let signsAlways = try workspace.setting("commit.gpgsign")?.lowercased() ?? "false"
        return SigningChoice(
            givenKey: key, passphrase: try passphraseSource.map { Array(try $0.text().utf8) },
            ownKey: try workspace.setting("user.signingkey").map(expanded),
            ownFormat: try workspace.setting("gpg.format"),
            signsAlways: ["true", "yes", "on", "1"].contains(signsAlways))
    }

    /// The key of the options alone, for repositories that are nobody's own.
    func givenChoice() throws -> SigningChoice {
        SigningChoice(
            givenKey: key, passphrase: try passphraseSource.map { Array(try $0.text().utf8) })
    }

    /// Expands a leading `~/`, as Git does.
    private func expanded(_ key: String) -> String {
        guard key.hasPrefix("~/"), let home = ProcessInfo.processInfo.environment["HOME"] else {
            return key
        }
        return home + key.dropFirst()
    }
}
