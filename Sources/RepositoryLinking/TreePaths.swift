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

    /// Whether a file or folder is at a path without a slash at either end, or may be behind a
    /// link; the root always is.
    package func mayHold(_ path: String) -> Bool {
        let name = PathName(path)
        return path.isEmpty || paths.file(at: name) != nil || paths.firstFile(inFolder: name) != nil
            || isBehindOpenPlace(path)
    }

    private func isBehindOpenPlace(_ path: String) -> Bool {
        guard !openPlaces.isEmpty else { return false }
        var above = RepositoryPath.folder(of: path)
        while let folder = above {
            if openPlaces.contains(folder) { return true }
            above = RepositoryPath.folder(of: folder)
        }
        return false
    }
}
