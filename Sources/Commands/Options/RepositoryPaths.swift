import CheckPipeline
import FoundationEssentials
import GitAccess
import SourceText

/// Converts paths of a command line into paths relative to the repository's root.
struct RepositoryPaths {
    private let root: [Substring]
    private let directory: [Substring]

    /// Both are absolute paths; links in them are resolved, because Git names the real directory.
    init(root: String, directory: String) {
        self.root = Self.components(of: Self.resolved(root))
        self.directory = Self.components(of: Self.resolved(directory))
    }

    /// The path from the root, without `.` and `..`; empty for the root itself.
    func relative(_ path: String) throws(PathError) -> String {
        var components = path.hasPrefix("/") ? [] : directory
        for component in Self.components(of: path) {
            if component == ".." { _ = components.popLast() } else { components.append(component) }
        }
        if !components.starts(with: root), path.hasPrefix("/") {
            components = Self.components(of: Self.resolved(path))
        }
        guard components.starts(with: root) else { throw .outside(path: path) }
        return components.dropFirst(root.count).joined(separator: "/")
    }

    private static func components(of path: String) -> [Substring] {
        path.split(separator: "/").filter { $0 != "." }
    }

    private static func resolved(_ path: String) -> String {
        URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    }
}

extension RepositoryPaths {
    /// The paths of a command line that is typed in the working directory.
    private init(in workspace: GitWorkspace) {
        self.init(
            root: workspace.layout.root, directory: FileManager.default.currentDirectoryPath)
    }

    /// The path of a file relative to the repository's root; nil outside of it.
    static func path(_ path: String, in workspace: GitWorkspace) -> String? {
        try? RepositoryPaths(in: workspace).relative(path)
    }

    /// The path of a file of the snapshot relative to the repository's root.
    static func file(
        _ path: String, in snapshot: Snapshot, of workspace: GitWorkspace
    ) throws(PathError) -> String {
        let relative = try RepositoryPaths(in: workspace).relative(path)
        guard snapshot.entries.contains(where: { $0.path == relative }) else {
            throw .noFiles(path: relative)
        }
        return relative
    }

    /// Resolves the paths of a command line; none means everything.
    static func reportPaths(
        _ paths: [String], in snapshot: Snapshot, of workspace: GitWorkspace
    ) throws(PathError) -> ReportPaths {
        guard !paths.isEmpty else { return .all }
        let repositoryPaths = RepositoryPaths(in: workspace)
        var relative: [String] = []
        for path in paths { relative.append(try repositoryPaths.relative(path)) }
        let reportPaths = ReportPaths(relative)
        if let missing = reportPaths.missing(from: snapshot.entries.map(\.path)).first {
            throw .noFiles(path: missing)
        }
        return reportPaths
    }
}

/// Why a path, as typed, cannot be checked.
enum PathError: Error, CustomStringConvertible {
    case outside(path: String)
    case noFiles(path: String)

    var description: String {
        switch self {
        case .outside(let path): "`\(path)` is outside of the repository"
        case .noFiles(let path): "there is no file at `\(path)` in what is checked"
        }
    }
}
