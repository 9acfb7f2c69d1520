import ArgumentParser
import FoundationEssentials
import GitAccess
import Reports

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
        Console.ignoreClosedPipes()
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
        do {
            let workspace = try options.repository.workspace()
            var seen: Set<String> = []
            return try references().filter(\.holdsFiles).compactMap { reference in
                guard let new = reference.new, let tip = try workspace.commit(new),
                    seen.insert(tip).inserted,
                    let scope = try scope(of: reference, at: tip, in: workspace)
                else { return nil }
                return (tip, scope)
            }
        } catch {
            throw Console.failure(error)
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
