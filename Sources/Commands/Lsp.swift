import ArgumentParser
import CheckPipeline
import Dispatch
import FoundationEssentials
import GitAccess
import LanguageServer
import SourceText

/// `sluice lsp`: the language server.
struct Lsp: RepositoryCommand {
    static let configuration = CommandConfiguration(
        commandName: "lsp",
        abstract: "Serve an editor: findings as you type, explanations, fixes.",
        discussion: """
            Speaks the Language Server Protocol on standard input and output; an editor starts it. \
            Documents are checked as they stand in the editor, in the light of the whole \
            repository. Hovering over a marker, an image or a policy explains it, a marker leads to \
            its policy, a policy to its markers, and fixes are offered as code actions.

            Examples:
              sluice lsp
              sluice lsp --baseline .sluice-baseline.json

            Exit status: 0 the editor took leave, 1 it went away without, 2 what it sent cannot \
            be read; 64 wrong usage.
            """)

    @Flag(help: "Use standard input and output: the default, accepted for editors that pass it.")
    var stdio = false

    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var links: LinkOptions
    @OptionGroup var acceptances: AcceptanceArguments
    @OptionGroup var tags: TagSnapshotOption

    func validate() throws {
        if tags.file?.isStandardInput == true {
            throw ValidationError("standard input is the editor's: --tags names a file")
        }
    }

    func run() async throws {
        let check = RepositoryCheck(
            acceptances: try acceptances.options(), tags: try tags.snapshot())
        let session = LanguageSession(
            ServerSetting(tool: .sluice, check: check) { [links] directory in
                try Self.repository(directory, linking: links)
            },
            write: Console.send)
        // The protocol's own status for an editor that goes away without `shutdown`.
        if !(try await session.run(reading: StandardInput().next)) { throw ExitCode(1) }
    }

    /// Opened again for each check, so that changes by Git are seen.
    private static func repository(
        _ directory: String, linking links: LinkOptions
    ) throws -> FoundRepository {
        let environment = GitEnvironment(
            variables: ProcessInfo.processInfo.environment, directory: directory)
        let workspace = try GitWorkspace(environment: environment)
        guard let root = workspace.layout.worktree else {
            throw GitError.noWorktree(repository: workspace.layout.gitDirectory)
        }
        return FoundRepository(root: root) {
            try GitWorkspace(environment: environment).snapshot(of: .worktree)
        } readOthers: { snapshot in
            let check = RepositoryCheck()
            return try links.others(
                of: GitWorkspace(environment: environment), by: check.configuration(of: snapshot))
        }
    }
}

/// Standard input, read on a thread of its own so that waiting for it blocks nothing else.
private final class StandardInput: Sendable {
    private static let chunkSize = 64 * 1024
    private let queue = DispatchQueue(label: "standard-input")

    /// The bytes that have arrived; empty at the end.
    @Sendable func next() async throws -> [UInt8] {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(
                    with: Result { try InputFile.nextOfStandardInput(limit: Self.chunkSize) })
            }
        }
    }
}
