import CLibrary
import SourceText

/// Reads files of a work tree, and links as links; nothing outside of it can be reached.
final class WorktreeReader: SnapshotReader {
    private let files: ListedFiles
    private let directories: DirectoryStack
    private let blobs: (any SnapshotReader)?

    /// `openBlobs` is called where a sparse checkout leaves files out of the work tree.
    init(
        top: String, files: ListedFiles, openBlobs: () throws(GitError) -> any SnapshotReader
    ) throws(GitError) {
        directories = try DirectoryStack(top: top)
        self.files = files
        blobs = files.sparse.isEmpty ? nil : try openBlobs()
    }

    func bytes(of entry: SnapshotEntry, limit: Int) throws(SnapshotReadError) -> [UInt8] {
        if entry.mode == .submodule { throw .submodule }
        if let blobs, files.sparse.contains(entry.path) {
            return try blobs.bytes(of: entry, limit: limit)
        }
        let content: RegularFile.Content
        do {
            let path = files.rawPaths[entry.path] ?? Array(entry.path.utf8)
            let (directory, name) = try directories.enterDirectory(ofFile: path)
            content =
                entry.mode == .symbolicLink
                ? .bytes(try readLink(name, in: directory))
                : try RegularFile.content(of: name, in: directory, limit: limit)
        } catch {
            throw .unreadable(reason: error.reason)
        }
        switch content {
        case .bytes(let bytes) where bytes.count <= limit: return bytes
        case .bytes(let bytes): throw .tooLarge(size: bytes.count, limit: limit)
        case .tooLarge(let size): throw .tooLarge(size: size, limit: limit)
        case .notAFile: throw .unreadable(reason: "no longer a regular file")
        }
    }

    private func readLink(_ name: [CChar], in directory: Int32) throws(SystemFailure) -> [UInt8] {
        var length = 0
        let target = withUnsafeTemporaryAllocation(of: CChar.self, capacity: maximumPathLength) {
            buffer in
            guard let start = buffer.baseAddress else { return [UInt8]() }
            length = readlinkat(directory, name, start, buffer.count)
            return buffer.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }
        }
        guard length >= 0 else { throw SystemFailure() }
        return target
    }
}

extension SnapshotReadError {
    /// For a submodule, whose content is in another repository.
    static var submodule: SnapshotReadError {
        .unreadable(reason: "a submodule's content is in another repository")
    }
}
