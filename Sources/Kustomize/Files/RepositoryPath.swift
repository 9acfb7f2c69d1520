/// Paths from the repository's root: forward slashes, no `.` and `..`, the root itself empty.
package enum RepositoryPath {
    /// The path that `relative` names when read in `directory`; nil where it leaves the repository.
    package static func joined(_ relative: String, to directory: String) -> String? {
        if relative.isPlainName { return directory.isEmpty ? relative : directory + "/" + relative }
        var relative = relative[...]
        var directory = directory[...]
        // Nearly all paths go up first and down then, with nothing to take out in between.
        while true {
            if relative.begins(with: "../") {
                guard !directory.isEmpty else { return nil }
                relative = relative.withoutFirst(3)
                directory = directory.upToLastSlash
            } else if relative.begins(with: "./") {
                relative = relative.withoutFirst(2)
            } else {
                break
            }
        }
        guard relative.isInNormalForm else { return joinedByParts(relative, to: directory) }
        var path = String(directory)
        if !path.isEmpty { path.append("/") }
        path.append(contentsOf: relative)
        return path
    }

    private static func joinedByParts(_ relative: Substring, to directory: Substring) -> String? {
        guard relative.utf8.first != UInt8(ascii: "/") else { return nil }
        var parts = directory.split(separator: "/")
        for part in relative.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(part)
            } else if parts.popLast() == nil {
                return nil
            }
        }
        return parts.joined(separator: "/")
    }

    /// The path of the directory that contains a file or directory; nil for the root.
    package static func directory(of path: String) -> String? {
        if path.isEmpty { return nil }
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return String(path[..<slash])
    }

    /// Whether `path` is `directory` or lies in it.
    package static func isPath(_ path: String, in directory: String) -> Bool {
        guard !directory.isEmpty else { return true }
        guard path.utf8.starts(with: directory.utf8) else { return false }
        let next = path.utf8.dropFirst(directory.utf8.count).first
        return next == nil || next == UInt8(ascii: "/")
    }

    /// Whether `path` is one of these directories or lies in one.
    package static func isPath(_ path: String, inOneOf directories: Set<String>) -> Bool {
        var next = directories.isEmpty ? nil : path
        while let path = next {
            if directories.contains(path) { return true }
            next = directory(of: path)
        }
        return false
    }
}

extension String {
    /// Whether this names something in the directory itself, as most entries do.
    var isPlainName: Bool {
        guard let first = utf8.first, first != UInt8(ascii: ".") else { return false }
        return !utf8.contains(UInt8(ascii: "/"))
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

    /// Compared by bytes, which is all that paths need, and quick.
    fileprivate func begins(with text: String) -> Bool {
        var bytes = utf8.makeIterator()
        for byte in text.utf8 where bytes.next() != byte { return false }
        return true
    }

    fileprivate func withoutFirst(_ count: Int) -> Substring {
        self[utf8.index(startIndex, offsetBy: count)...]
    }

    fileprivate var upToLastSlash: Substring {
        utf8.lastIndex(of: UInt8(ascii: "/")).map { self[..<$0] } ?? ""
    }
}
