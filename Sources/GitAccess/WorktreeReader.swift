import SourceText

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Reads files of a work tree, and links as links; nothing outside of it can be reached.
final class WorktreeReader: SnapshotReader {
    private let files: ListedFiles
    private let folders: FolderStack
    private let blobs: (any SnapshotReader)?

    /// `openBlobs` is called where a sparse checkout leaves files out of the work tree.
    init(
        top: String, files: ListedFiles, openBlobs: () throws(GitError) -> any SnapshotReader
    ) throws(GitError) {
        do {
            folders = try FolderStack(top: top)
        } catch {
            throw .unreadable(path: top, reason: error.reason)
        }
        self.files = files
        blobs = files.sparse.isEmpty ? nil : try openBlobs()
    }

    func bytes(of entry: SnapshotEntry, limit: Int) throws(SnapshotReadError) -> [UInt8] {
        if entry.mode == .submodule { throw .submodule }
        if let blobs, files.sparse.contains(entry.path) {
            return try blobs.bytes(of: entry, limit: limit)
        }
        let outcome: ReadOutcome
        do {
            let path = files.rawPaths[entry.path] ?? Array(entry.path.utf8)
            let (folder, name) = try folders.enterFolder(ofFile: path)
            outcome =
                entry.mode == .symbolicLink
                ? try readLink(name, in: folder) : try readFile(name, in: folder, limit: limit)
        } catch {
            throw .unreadable(reason: error.reason)
        }
        switch outcome {
        case .complete(let bytes) where bytes.count <= limit: return bytes
        case .complete(let bytes): throw .tooLarge(size: bytes.count, limit: limit)
        case .tooLarge(let size): throw .tooLarge(size: size, limit: limit)
        case .notAFile: throw .unreadable(reason: "no longer a regular file")
        }
    }

    /// Opens without waiting, so that a pipe put in the file's place cannot hold us up.
    private func readFile(
        _ name: [CChar], in folder: Int32, limit: Int
    ) throws(SystemFailure) -> ReadOutcome {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let file = try FileDescriptor(owning: openat(folder, name, flags))
        var status = stat()
        guard fstat(file.number, &status) == 0 else { throw SystemFailure() }
        guard status.st_mode & S_IFMT == S_IFREG else { return .notAFile }
        let size = Int(status.st_size)
        guard size <= limit else { return .tooLarge(size: size) }
        // One byte more than there should be shows a file that grows meanwhile.
        var bytes = try read(file, upTo: size + 1)
        while bytes.count > size, bytes.count <= limit {
            let more = try read(file, upTo: limit + 1 - bytes.count)
            if more.isEmpty { break }
            bytes += more
        }
        return .complete(bytes)
    }

    /// Reads on until `count` bytes are there or the file ends.
    private func read(
        _ file: FileDescriptor, upTo count: Int
    ) throws(SystemFailure) -> [UInt8] {
        let number = file.number
        var failure: SystemFailure?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = readBytes(number, buffer.baseAddress.map { $0 + filled }, count - filled)
                if got == 0 { return }
                if got > 0 {
                    filled += got
                } else if errno != EINTR {
                    failure = SystemFailure()
                    return
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }

    private func readLink(_ name: [CChar], in folder: Int32) throws(SystemFailure) -> ReadOutcome {
        var length = 0
        let target = withUnsafeTemporaryAllocation(of: CChar.self, capacity: maximumPathLength) {
            buffer in
            guard let start = buffer.baseAddress else { return [UInt8]() }
            length = readlinkat(folder, name, start, buffer.count)
            return buffer.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }
        }
        guard length >= 0 else { throw SystemFailure() }
        return .complete(target)
    }
}

/// The system's `read`, whose name is taken here.
private func readBytes(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(file, buffer, count)
}

private enum ReadOutcome {
    case complete([UInt8])
    case tooLarge(size: Int)
    case notAFile
}

extension SnapshotReadError {
    /// For a submodule, whose content is in another repository.
    static var submodule: SnapshotReadError {
        .unreadable(reason: "a submodule's content is in another repository")
    }
}
