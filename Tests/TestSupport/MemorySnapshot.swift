package import Foundation
package import SourceText

extension Snapshot {
    /// A snapshot of files that are only in memory.
    package init(files: [String: [UInt8]]) {
        let entries = files.keys.map { SnapshotEntry(path: $0, mode: .file, blobID: nil) }
        self.init(
            origin: .worktree,
            entries: entries.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) },
            makeReader: { MemoryReader(files: files) })
    }
}

private final class MemoryReader: SnapshotReader {
    private let files: [String: [UInt8]]

    init(files: [String: [UInt8]]) {
        self.files = files
    }

    func bytes(of entry: SnapshotEntry, limit: Int) throws(SnapshotReadError) -> [UInt8] {
        guard let bytes = files[entry.path] else {
            throw .unreadable(reason: "no such file")
        }
        guard bytes.count <= limit else { throw .tooLarge(size: bytes.count, limit: limit) }
        return bytes
    }
}

/// The regular files below a directory, by their paths in it.
package func files(below folder: URL) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
        let url = folder.appending(path: path)
        guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
            continue
        }
        files[path] = Array(try Data(contentsOf: url))
    }
    return files
}
