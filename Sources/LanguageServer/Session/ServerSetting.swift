package import CheckPipeline
package import Reports
package import SourceText

/// The surroundings that a language server needs.
package struct ServerSetting: Sendable {
    let tool: ToolIdentity
    let check: RepositoryCheck
    /// Finds the repository that a folder is in.
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
    /// An absolute path, without links and without a slash at its end.
    let root: String
    /// Its files as they are now.
    let read: @Sendable () throws -> Snapshot

    package init(root: String, read: @escaping @Sendable () throws -> Snapshot) {
        self.root = root
        self.read = read
    }
}
