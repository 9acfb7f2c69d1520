import CLibrary
package import SourceText

/// A directory that belongs to no repository: all files below it count.
package struct PlainDirectory: Sendable {
    /// Absolute.
    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// All files and links below it, but for what lies in directories called `.git`.
    ///
    /// Links are listed and not followed. A directory that may not be read fails the whole, because
    /// nobody could tell what was left out.
    ///
    /// - Parameter paths: Files and directories below it to which all this is narrowed; none for
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

    /// The directory's path below the top is empty, or ends with a slash.
    private func add(
        _ directory: [UInt8], to list: inout EntryList, where isWanted: ([UInt8]) -> Bool
    ) throws(GitError) {
        try list.spend()
        let children: [DirectoryChild]
        do {
            children = try WorktreeDirectory(top: path, path: directory).children(withStatus: false)
        } catch {
            throw .unreadable(
                path: path + "/" + String(decoding: directory, as: UTF8.self), reason: error.reason)
        }
        for child in children {
            let childPath = directory + child.name
            guard isWanted(childPath) else { continue }
            if let mode = child.mode {
                try list.add(path: childPath, mode: mode, id: nil)
            } else {
                try add(childPath, to: &list, where: isWanted)
            }
        }
    }

    /// Whether one of two paths is the other, or a directory above it; a directory's ends with a
    /// slash.
    private static func isOnTheWay(_ path: [UInt8], to wanted: [UInt8]) -> Bool {
        let directory = wanted + [UInt8(ascii: "/")]
        return path == wanted || path.starts(with: directory) || directory.starts(with: path)
    }
}
