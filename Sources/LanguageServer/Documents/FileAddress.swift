#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Paths of files as URIs, and back.
enum FileAddress {
    /// An absolute path; nil for what is no file of this machine.
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

    /// The same file without links on the way to it.
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
