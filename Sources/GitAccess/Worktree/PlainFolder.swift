package import SourceText

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A folder that belongs to no repository: all files below it count.
package struct PlainFolder: Sendable {
    /// Absolute.
    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// All files and links below it, but for what lies in folders called `.git`.
    ///
    /// Links are listed and not followed. A folder that may not be read fails the whole, because
    /// nobody could tell what was left out.
    ///
    /// - Parameter paths: Files and folders below it to which all this is narrowed; none for
    ///   everything.
    package func snapshot(of paths: [String] = []) throws(GitError) -> Snapshot {
        var list = EntryList()
        let wanted = paths.contains("") ? [] : paths.map { Array($0.utf8) }
        try add([], to: &list) { path in
            wanted.isEmpty || wanted.contains { Self.isOnTheWay(path, to: $0) }
        }
        let files = try list.finished()
        let top = path
        return Snapshot(origin: .worktree, entries: files.entries) {
            try WorktreeReader(top: top, files: files) { () throws(GitError) in
                throw .notARepository(directory: top)
            }
        }
    }

    /// The folder's path below the top is empty, or ends with a slash.
    private func add(
        _ folder: [UInt8], to list: inout EntryList, where isWanted: ([UInt8]) -> Bool
    ) throws(GitError) {
        try list.spend()
        let children: [FolderChild]
        do {
            children = try WorktreeFolder(top: path, path: folder).children(withStatus: false)
        } catch {
            throw .unreadable(
                path: path + "/" + String(decoding: folder, as: UTF8.self), reason: error.reason)
        }
        for child in children {
            let childPath = folder + child.name
            guard isWanted(childPath) else { continue }
            if let mode = child.mode {
                try list.add(path: childPath, mode: mode, id: nil)
            } else {
                try add(childPath, to: &list, where: isWanted)
            }
        }
    }

    /// Whether one of two paths is the other, or a folder above it; a folder's ends with a slash.
    private static func isOnTheWay(_ path: [UInt8], to wanted: [UInt8]) -> Bool {
        let folder = wanted + [UInt8(ascii: "/")]
        return path == wanted || path.starts(with: folder) || folder.starts(with: path)
    }
}
