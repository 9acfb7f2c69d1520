package import SourceText

/// All files of a repository by their paths, also those that say nothing.
package struct TreePaths: Sendable {
    /// Ascending by their bytes.
    private let paths: [String]
    /// Links and other repositories: what lies behind them is not told.
    private let openPlaces: Set<String>

    /// Takes a snapshot's entries, in their order.
    package init(_ entries: [SnapshotEntry]) {
        paths = entries.map(\.path)
        openPlaces = Set(
            entries.lazy.filter { $0.mode == .symbolicLink || $0.mode == .submodule }.map(\.path))
    }

    init(files: [ManifestFile]) {
        paths = files.map(\.path)
        openPlaces = []
    }

    /// Whether a file or folder is at a path without a slash at either end, or may be behind a
    /// link; the root always is.
    package func mayHold(_ path: String) -> Bool {
        path.isEmpty
            || paths[firstIndex(from: path)...].first?.utf8.elementsEqual(path.utf8) == true
            || paths[firstIndex(from: path + "/")...].first?.utf8.starts(with: (path + "/").utf8)
                == true
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

    /// The place of the first path that does not come before this one.
    private func firstIndex(from path: String) -> Int {
        var range = paths.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if paths[middle].utf8.lexicographicallyPrecedes(path.utf8) {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }
}
