import Kustomize
package import SourceText

/// All files of a repository by their paths, also those that say nothing.
package struct TreePaths: Sendable {
    private let paths: PathTable
    /// Links and other repositories: what lies behind them is not told.
    private let openPlaces: Set<String>

    /// Takes a snapshot's entries, in their order.
    package init(_ entries: [SnapshotEntry]) {
        var paths = PathTable(capacity: entries.count)
        for entry in entries { paths.append(entry.path) }
        self.paths = paths
        openPlaces = Set(
            entries.lazy.filter { $0.mode == .symbolicLink || $0.mode == .submodule }.map(\.path))
    }

    init(_ paths: PathTable) {
        self.paths = paths
        openPlaces = []
    }

    /// Whether a file or directory is at a path without a slash at either end, or may be behind a
    /// link; the root always is.
    package func mayHold(_ path: String) -> Bool {
        let name = PathName(path)
        return path.isEmpty || paths.file(at: name) != nil
            || paths.firstFile(inDirectory: name) != nil
            || isBehindOpenPlace(path)
    }

    /// Whether a path without a slash at either end is a directory with files in it.
    package func isDirectory(_ path: String) -> Bool {
        let name = PathName(path)
        return path.isEmpty
            || paths.file(at: name) == nil && paths.firstFile(inDirectory: name) != nil
    }

    /// The names of the files directly in a directory, ascending.
    package func fileNames(in directory: String) -> [String] {
        guard let first = directory.isEmpty ? 0 : paths.firstFile(inDirectory: PathName(directory))
        else {
            return []
        }
        let start = directory.isEmpty ? 0 : directory.utf8.count + 1
        var names: [String] = []
        for file in first..<paths.count {
            let path = paths.path(of: file)
            guard RepositoryPath.isPath(path, in: directory) else { break }
            let name = String(Substring(path.utf8.dropFirst(start)))
            if !name.utf8.contains(UInt8(ascii: "/")) { names.append(name) }
        }
        return names
    }

    /// All of them, ascending by their bytes.
    var all: some Sequence<String> { (0..<paths.count).lazy.map(paths.path) }

    func isBehindOpenPlace(_ path: String) -> Bool {
        guard !openPlaces.isEmpty else { return false }
        var above = RepositoryPath.directory(of: path)
        while let directory = above {
            if openPlaces.contains(directory) { return true }
            above = RepositoryPath.directory(of: directory)
        }
        return false
    }
}
