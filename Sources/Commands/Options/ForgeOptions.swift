import ArgumentParser
import Forges
import FoundationEssentials
import GitAccess

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

    /// Where pull requests for a remote go; an error tells what is missing.
    ///
    /// - Parameter isDryRun: A dry run needs no token.
    func place(for remote: GitRemote, isDryRun: Bool) throws(ForgeError) -> RequestPlace {
        try RequestPlace(
            remote: remote.url, named: remote.name,
            choice: ForgeChoice(kind: forge, api: forgeURL),
            environment: ProcessInfo.processInfo.environment, isDryRun: isDryRun)
    }
}
