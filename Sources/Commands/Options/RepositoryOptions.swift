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
    ///
    /// From here on, relative paths start from the directory that `-C` names, those of output files
    /// and of Git's variables as well.
    func workspace() throws -> GitWorkspace {
        try enterDirectory()
        return try GitWorkspace(
            environment: GitEnvironment(
                variables: ProcessInfo.processInfo.environment,
                directory: FileManager.default.currentDirectoryPath))
    }

    /// Goes to the directory that `-C` names.
    func enterDirectory() throws {
        if let directory, !FileManager.default.changeCurrentDirectoryPath(directory) {
            throw DirectoryError(path: directory)
        }
    }
}

extension GitWorkspace {
    /// The files of a commit; those of the work tree where none is named, to be compared with
    /// nothing.
    func snapshot(ofCommit revision: String?) throws -> Snapshot {
        try snapshot(
            of: revision.map(GitWorkspace.Place.revision) ?? .worktree, isCompared: false)
    }
}

extension RepositoryCheck {
    /// With every rule, on every core.
    init(
        acceptances: AcceptanceOptions = AcceptanceOptions(), tags: TagSnapshot = .empty,
        values: [String: String] = [:]
    ) {
        self.init(
            rules: allRules, workerCount: ProcessInfo.processInfo.activeProcessorCount,
            acceptances: acceptances, tags: tags, values: values)
    }
}

/// Why the directory of `-C` cannot be used.
struct DirectoryError: Error, CustomStringConvertible {
    let path: String

    var description: String { "`\(path)` is not a directory that can be opened" }
}
