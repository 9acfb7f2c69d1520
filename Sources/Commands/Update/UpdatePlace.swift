import CheckPipeline
import FoundationEssentials
import GitAccess
import SourceText
import UpdateEngine

/// Where an update works: a work tree, or a directory that belongs to no repository.
struct UpdatePlace {
    private(set) var snapshot: Snapshot
    let paths: ReportPaths
    private let root: String
    private let openWriter: () throws(GitError) -> WorktreeWriter

    /// The place of the working directory, narrowed to `paths`; or that of a single directory that
    /// lies elsewhere.
    ///
    /// - Parameter inputs: Files that the run reads otherwise, and that are no manifests of the
    ///   place if they lie in it.
    init(_ repository: RepositoryOptions, paths: [String], without inputs: [String]) throws {
        var place = try Self(repository, paths: paths)
        let root = RepositoryPaths(
            root: place.root, directory: FileManager.default.currentDirectoryPath)
        place.snapshot = place.snapshot.removing(inputs.compactMap { try? root.relative($0) })
        self = place
    }

    private init(_ repository: RepositoryOptions, paths: [String]) throws {
        let elsewhere = Self.onlyDirectory(of: paths)
        do {
            try self.init(try repository.workspace(), paths: paths)
        } catch PathError.outside where elsewhere != nil {
            try self.init(elsewhere: elsewhere ?? "")
        } catch GitError.notARepository where elsewhere != nil {
            try self.init(elsewhere: elsewhere ?? "")
        } catch GitError.notARepository(let directory) {
            let places = RepositoryPaths(root: directory, directory: directory)
            let relative = try paths.map { try places.relative($0) }
            try self.init(PlainDirectory(directory), paths: relative)
        }
    }

    private init(_ workspace: GitWorkspace, paths: [String]) throws {
        root = workspace.layout.root
        snapshot = try workspace.snapshot(ofCommit: nil)
        self.paths = try RepositoryPaths.reportPaths(paths, in: snapshot, of: workspace)
        openWriter = { () throws(GitError) in try WorktreeWriter(workspace) }
    }

    private init(_ directory: PlainDirectory, paths: [String]) throws {
        root = directory.path
        snapshot = try directory.snapshot(of: paths)
        self.paths = ReportPaths(paths)
        if let missing = self.paths.missing(from: snapshot.entries.map(\.path)).first {
            throw PathError.noFiles(path: missing)
        }
        openWriter = { () throws(GitError) in try WorktreeWriter(directory) }
    }

    private init(elsewhere directory: String) throws {
        do {
            let environment = GitEnvironment(
                variables: ProcessInfo.processInfo.environment, directory: directory)
            try self.init(try GitWorkspace(environment: environment), paths: [directory])
        } catch GitError.notARepository {
            try self.init(PlainDirectory(directory), paths: [])
        }
    }

    /// Replaces the files, and returns why some stay as they are.
    func write(_ files: [FileUpdate]) async throws -> [WorktreeWriteError] {
        guard !files.isEmpty else { return [] }
        return try await openWriter().replaceInParallel(
            files.map {
                WorktreeWriter.Replacement(path: $0.path, before: $0.before, after: $0.after)
            })
    }

    /// The absolute path of a directory if it is the only argument.
    private static func onlyDirectory(of paths: [String]) -> String? {
        guard paths.count == 1, let path = paths.first else { return nil }
        var isDirectory = false
        let here = FileManager.default.currentDirectoryPath
        let absolute = path.hasPrefix("/") ? path : "\(here)/\(path)"
        guard FileManager.default.fileExists(atPath: absolute, isDirectory: &isDirectory),
            isDirectory
        else { return nil }
        return URL(filePath: absolute).resolvingSymlinksInPath().path(percentEncoded: false)
    }
}
