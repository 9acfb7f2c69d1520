/// Paths from the repository's root: forward slashes, no `.` and `..`, the root itself empty.
package enum RepositoryPath {
    /// The path that `relative` names when read in `folder`; nil where it leaves the repository.
    package static func joined(_ relative: String, to folder: String) -> String? {
        var relative = relative[...]
        var folder = folder[...]
        // Nearly all paths go up first and down then, with nothing to take out in between.
        while true {
            if relative.utf8.starts(with: "../".utf8) {
                guard !folder.isEmpty else { return nil }
                relative = relative.dropFirst(3)
                folder = folder.upToLastSlash
            } else if relative.utf8.starts(with: "./".utf8) {
                relative = relative.dropFirst(2)
            } else {
                break
            }
        }
        if relative.isInNormalForm {
            return folder.isEmpty ? String(relative) : folder + "/" + relative
        }
        return joinedByParts(relative, to: folder)
    }

    private static func joinedByParts(_ relative: Substring, to folder: Substring) -> String? {
        guard relative.utf8.first != UInt8(ascii: "/") else { return nil }
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

extension Substring {
    /// Whether no part is empty, `.` or `..`.
    fileprivate var isInNormalForm: Bool {
        var isAtStart = true
        for byte in utf8 {
            // Other names that begin with a point go the long way, too.
            if isAtStart, byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") { return false }
            isAtStart = byte == UInt8(ascii: "/")
        }
        return !isAtStart
    }

    fileprivate var upToLastSlash: Substring {
        utf8.lastIndex(of: UInt8(ascii: "/")).map { self[..<$0] } ?? ""
    }
}
