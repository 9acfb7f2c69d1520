import ArgumentParser
import FoundationEssentials
import GitAccess

/// Which repository a command works on.
struct RepositoryOptions: ParsableArguments {
    @Option(
        name: .customShort("C"),
        help: ArgumentHelp("Work on the repository at this folder.", valueName: "dir"))
    var directory: String?

    /// The repository that `git` itself would use here.
    func workspace() throws -> GitWorkspace {
        try GitWorkspace(
            environment: GitEnvironment(
                variables: ProcessInfo.processInfo.environment, directory: workingDirectory))
    }

    /// The folder that relative paths start from; absolute.
    var workingDirectory: String {
        let current = FileManager.default.currentDirectoryPath
        guard let directory else { return current }
        return directory.hasPrefix("/") ? directory : "\(current)/\(directory)"
    }
}
