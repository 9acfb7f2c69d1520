import ArgumentParser
import FoundationEssentials
import GitAccess

/// `sluice hook`: Git hooks.
struct Hook: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hook",
        abstract: "Install the Git hook, or run as one.",
        discussion: """
            Example:
              sluice hook install
            """,
        subcommands: [
            HookInstall.self, HookRun.self, HookPrePush.self, HookPreReceive.self, HookUpdate.self,
        ])
}

/// `sluice hook install`: puts the hook where Git looks for it.
struct HookInstall: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Install the hook into this repository.",
        discussion: """
            The hook runs before each commit and each merge commit. It goes where core.hooksPath \
            says; a hook that is there already is kept and runs first.

            Examples:
              sluice hook install
              sluice hook install -C ~/src/fleet
            """)

    @Flag(help: "Stop a hook that is there already; it is kept, but no longer runs.")
    var force = false

    @OptionGroup var repository: RepositoryOptions

    func run() async throws {
        Console.ignoreClosedPipes()
        do {
            let directory = try repository.workspace().hooksDirectory()
            for name in HookInstallation.names {
                let installation = HookInstallation(directory: directory, name: name)
                let action = try installation.install(replaces: force)
                try Console.print(installation.account(of: action) + "\n")
            }
        } catch {
            throw Console.failure(error)
        }
    }
}

/// `sluice hook run`: the command that the hook runs.
struct HookRun: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Check what Git is about to record; for hooks.",
        discussion: """
            Checks the staged changes while Git makes a commit, what a push brings in the \
            pre-commit framework's push stage, and the whole index otherwise.
            """)

    @OptionGroup var options: CheckOptions

    @Argument(help: "What a hook's caller passes; nothing is done with it.")
    var ignored: [String] = []

    var repository: RepositoryOptions { options.repository }

    func run() async throws {
        let situation = HookSituation(variables: ProcessInfo.processInfo.environment)
        let (place, scope): (GitWorkspace.Place, CheckRun.Scope) =
            switch situation {
            case .pushed(let revision, let base): (.revision(revision), .since(base))
            case .staged: (.index, .staged)
            case .wholeIndex: (.index, .everything)
            }
        try await CheckRun(options: options, place: place, scope: scope).run()
    }
}

extension HookInstallation {
    /// The outcome, in words for the user.
    func account(of action: Action) -> String {
        switch action {
        case .install: "installed `\(file)`"
        case .chain: "installed `\(file)`; the hook that was there runs first, from `\(former)`"
        case .replace: "installed `\(file)`; the hook that was there is kept at `\(former)`"
        case .makeExecutable: "made `\(file)` executable"
        case .nothing: "`\(file)` is installed already"
        }
    }
}
