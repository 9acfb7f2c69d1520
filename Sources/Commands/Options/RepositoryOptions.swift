import ArgumentParser
import CheckPipeline
import FoundationEssentials
import GitAccess
import Rules
import SourceText
import TagSnapshots

/// Which repository a command works on.
struct RepositoryOptions: ParsableArguments {
    @Option(
        name: .customShort("C"),
        help: ArgumentHelp("Run as if started in this directory.", valueName: "dir"))
    var directory: String?

    /// The repository that `git` itself would use here.
    func workspace() throws -> GitWorkspace {
        try GitWorkspace(
            environment: GitEnvironment(
                variables: ProcessInfo.processInfo.environment,
                directory: FileManager.default.currentDirectoryPath))
    }

    /// Changes the working directory to that of `-C`, before the command runs.
    ///
    /// All relative paths start there, including those of output files and of Git's variables.
    func enterDirectory() throws {
        if let directory, !FileManager.default.changeCurrentDirectoryPath(directory) {
            throw CommandError("`\(directory)` is not a directory that can be opened")
        }
    }
}

/// A command that works on a repository.
protocol RepositoryCommand: AsyncParsableCommand {
    var repository: RepositoryOptions { get }
}

extension GitWorkspace {
    /// The files of a commit, or of the working tree if `revision` is nil, for a check without a
    /// comparison.
    func snapshot(ofCommit revision: String?) throws -> Snapshot {
        try snapshot(
            of: revision.map(GitWorkspace.Place.revision) ?? .worktree, isCompared: false)
    }
}

extension RepositoryCheck {
    /// Creates a check with every rule, on every core.
    init(
        acceptances: AcceptanceOptions = AcceptanceOptions(), tags: TagSnapshot = .empty,
        values: [String: String] = [:]
    ) {
        self.init(
            rules: allRules, workerCount: ProcessInfo.processInfo.activeProcessorCount,
            acceptances: acceptances, tags: tags, values: values)
    }
}
