import ArgumentParser
import FoundationEssentials
import GitAccess
import Reports

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
        let directory = try repository.workspace().hooksDirectory()
        for name in HookInstallation.names {
            let installation = HookInstallation(directory: directory, name: name)
            let action = try installation.install(replaces: force)
            try Console.print(installation.account(of: action) + "\n")
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

/// `sluice hook pre-push`: the hook that Git runs before it pushes.
struct HookPrePush: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "pre-push",
        abstract: "Check what a push brings; as Git's hook of that name.",
        discussion: "Reads from standard input what Git tells the hook.")

    @Argument(help: "The remote's name.")
    var remote: String

    @Argument(help: "The remote's address.")
    var address = ""

    @OptionGroup var options: CheckOptions

    var repository: RepositoryOptions { options.repository }

    func run() async throws {
        try await PushCheck(options: options, known: .remote(remote))
            .run { PushedReference.sent(try PushCheck.input()) }
    }
}

/// `sluice hook pre-receive`: the hook that a server runs before it accepts a push.
struct HookPreReceive: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "pre-receive",
        abstract: "Check what a server is about to receive; as Git's hook of that name.",
        discussion: "Reads from standard input what Git tells the hook.")

    @OptionGroup var options: CheckOptions

    var repository: RepositoryOptions { options.repository }

    func run() async throws {
        try await PushCheck(options: options, known: .allReferences)
            .run { PushedReference.received(try PushCheck.input()) }
    }
}

/// `sluice hook update`: the hook that a server runs for each reference of a push.
struct HookUpdate: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Check what one reference is about to receive; as Git's hook of that name.")

    @Argument(help: "The reference.")
    var name: String

    @Argument(help: "The commit that it has.")
    var old: String

    @Argument(help: "The commit that it gets.")
    var new: String

    @OptionGroup var options: CheckOptions

    var repository: RepositoryOptions { options.repository }

    func run() async throws {
        try await PushCheck(options: options, known: .allReferences)
            .run { [PushedReference(name: name, old: old, new: new)] }
    }
}

/// The check of one push: each new tip is checked once, compared with the commit before it.
private struct PushCheck {
    /// In bytes: room for tens of thousands of references.
    private static let inputLimit = 16 << 20

    let options: CheckOptions
    let known: GitWorkspace.KnownCommits

    static func input() throws -> [UInt8] {
        try InputFile.standardInput.bytes(limit: inputLimit)
    }

    func run(_ references: () throws -> [PushedReference]) async throws {
        var hasFailed = false
        for (tip, scope) in try tips(of: references) {
            let run = CheckRun(
                options: options, place: .revision(tip), scope: scope, fallback: .compact)
            if try await run.fails() { hasFailed = true }
        }
        if hasFailed { throw ExitStatus.findings }
    }

    /// The commits to check, each with the scope of its check.
    private func tips(
        of references: () throws -> [PushedReference]
    ) throws -> [(tip: String, scope: CheckRun.Scope)] {
        let workspace = try options.repository.workspace()
        var seen: Set<String> = []
        return try references().filter(\.holdsFiles).compactMap { reference in
            guard let new = reference.new, let tip = try workspace.commit(new),
                seen.insert(tip).inserted,
                let scope = try scope(of: reference, at: tip, in: workspace)
            else { return nil }
            return (tip, scope)
        }
    }

    /// The scope for one tip; nil if the push adds no commit.
    private func scope(
        of reference: PushedReference, at tip: String, in workspace: GitWorkspace
    ) throws -> CheckRun.Scope? {
        if let old = reference.old, let former = try workspace.commit(old) { return .since(former) }
        switch try workspace.start(of: tip, beyond: known) {
        case .commit(let commit): return .since(commit)
        case .nothing: return .since(nil)
        case .known: return nil
        }
    }
}
