import FoundationEssentials

/// Converts between paths and `file` URIs.
enum FileAddress {
    /// The absolute path of a `file` URI; nil for another scheme or another host.
    static func path(of uri: String) -> String? {
        guard let url = URL(string: uri), url.scheme?.lowercased() == "file",
            (url.host() ?? "").isEmpty || url.host() == "localhost"
        else { return nil }
        let path = url.standardized.path(percentEncoded: false)
        guard path.hasPrefix("/"), !path.utf8.contains(0) else { return nil }
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    static func uri(ofPath path: String) -> String {
        URL(filePath: path, directoryHint: .notDirectory).absoluteString
    }

    /// The path of the file after resolving symbolic links in its directory, but not in its name.
    static func resolvingFolder(of path: String) -> String {
        let folder = URL(filePath: folder(of: path), directoryHint: .isDirectory)
            .resolvingSymlinksInPath().path(percentEncoded: false)
        let name = path[(path.lastIndex(of: "/") ?? path.startIndex)...].dropFirst()
        return (folder.hasSuffix("/") ? folder : folder + "/") + name
    }

    static func folder(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
