/// Paths from the repository's root: forward slashes, no `.` and `..`, the root itself empty.
package enum RepositoryPath {
    /// The path that `relative` names when read in `folder`; nil where it leaves the repository.
    package static func joined(_ relative: String, to folder: String) -> String? {
        guard !relative.utf8.starts(with: "/".utf8) else { return nil }
        var parts = folder.split(separator: "/")
        for part in relative.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(part)
            } else if parts.popLast() == nil {
                return nil
            }
        }
        return parts.joined(separator: "/")
    }

    /// The path of the folder that holds a file or folder; nil for the root.
    package static func folder(of path: String) -> String? {
        if path.isEmpty { return nil }
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return String(path[..<slash])
    }

    /// Whether `path` is `folder` or lies in it.
    package static func isPath(_ path: String, in folder: String) -> Bool {
        folder.isEmpty || path == folder || path.utf8.starts(with: (folder + "/").utf8)
    }
}
