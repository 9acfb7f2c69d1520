package import CheckPipeline
package import Reports
package import SourceText

/// The parts of a language server that its caller provides.
package struct ServerSetting: Sendable {
    let tool: ToolIdentity
    let check: RepositoryCheck
    /// Finds the repository that contains a folder.
    let findRepository: @Sendable (_ folder: String) throws -> FoundRepository

    package init(
        tool: ToolIdentity, check: RepositoryCheck,
        findRepository: @escaping @Sendable (_ folder: String) throws -> FoundRepository
    ) {
        self.tool = tool
        self.check = check
        self.findRepository = findRepository
    }
}

/// A repository on disk.
package struct FoundRepository: Sendable {
    /// An absolute path without symbolic links and without a trailing slash.
    let root: String
    /// Takes a snapshot of the working tree.
    let read: @Sendable () throws -> Snapshot
    /// Reads the other repositories that the configuration of a snapshot names.
    let readOthers: @Sendable (Snapshot) throws -> OtherRepositories

    package init(
        root: String, read: @escaping @Sendable () throws -> Snapshot,
        readOthers: @escaping @Sendable (Snapshot) throws -> OtherRepositories = { _ in .none }
    ) {
        self.root = root
        self.read = read
        self.readOthers = readOthers
    }
}
