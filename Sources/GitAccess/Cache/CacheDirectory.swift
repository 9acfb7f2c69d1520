import CLibrary
import SourceText

/// A directory of files that are kept from one run to the next, each under its name.
///
/// It belongs to one user: files of others are not read, and nothing is written to a repository of
/// another user. Processes may share it, and be killed: an entry is written beside its place and
/// renamed. Where it cannot be written, as on a full or read-only disk, nothing is kept.
package struct CacheDirectory: CacheStorage {
    /// Larger entries are not kept, and not read.
    private static let entrySizeLimit = 64 << 20
    /// How much all entries may be together; the oldest go first.
    private static let sizeLimit = 256 << 20
    private static let entryLimit = 64
    /// Files that a killed run left are removed after as many seconds.
    private static let draftLifetime = 3600
    static let draftEnding = ".draft"

    package let path: String

    /// - Parameter path: It is created when something is kept.
    init(path: String) {
        self.path = path
    }

    package func bytes(of name: String) -> [UInt8]? {
        do throws(SystemFailure) {
            let directory = try directory()
            let file = try RegularFile.open(
                cString(name.utf8), in: directory.number, O_RDONLY | O_NOFOLLOW)
            guard isOwn(file),
                case .bytes(let bytes) = try RegularFile.content(
                    of: file, limit: Self.entrySizeLimit)
            else { return nil }
            futimens(file.number, nil)  // used last, thus pruned last
            return bytes
        } catch {
            return nil
        }
    }

    package func keep(_ bytes: [UInt8], as name: String) {
        guard bytes.count <= Self.entrySizeLimit else { return }
        do throws(SystemFailure) {
            try createDirectory(path)
            let directory = try directory()
            guard isOwn(directory) else { return }
            try write(bytes, as: name, in: directory)
        } catch {
            return  // the next run finds nothing, and does the work again
        }
        prune(count: Self.entryLimit, size: Self.sizeLimit)
    }

    private func write(
        _ bytes: [UInt8], as name: String, in directory: FileDescriptor
    ) throws(SystemFailure) {
        let draft = cString("\(name).\(getpid())\(Self.draftEnding)".utf8)
        let place = directory.number
        try createFile(draft, in: place, mode: 0o600, holding: bytes) {
            () throws(SystemFailure) in
            try succeed(renameat(place, draft, place, cString(name.utf8)))
        }
    }

    func directory() throws(SystemFailure) -> FileDescriptor {
        try FileDescriptor(owning: open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
    }

    func isOwn(_ file: FileDescriptor) -> Bool {
        (try? status(of: file.number))?.st_uid == geteuid()
    }

    // MARK: All entries

    /// The number of entries, and the bytes that they take.
    package var usage: (entryCount: Int, byteCount: Int) {
        let entries = files.filter { !$0.isDraft }
        return (entries.count, entries.reduce(0) { $0 + $1.size })
    }

    /// Removes all entries.
    package func clear() throws(CacheError) {
        for file in files { unlink("\(path)/\(file.name)") }
        if rmdir(path) != 0, errno != ENOENT {
            throw CacheError(path: path, reason: SystemFailure().reason)
        }
    }

    /// Removes the files that were used least recently, until these limits are kept.
    func prune(count countLimit: Int, size sizeLimit: Int) {
        let now = time(nil)
        var (count, size) = (0, 0)
        for file in files.sorted(by: { $0.time > $1.time }) {
            if file.isDraft {
                if file.time < now - Self.draftLifetime { unlink("\(path)/\(file.name)") }
                continue
            }
            (count, size) = (count + 1, size + file.size)
            if count > countLimit || size > sizeLimit { unlink("\(path)/\(file.name)") }
        }
    }

    struct File {
        let name: String
        let size: Int
        /// When it was written or read last, in seconds.
        let time: Int

        var isDraft: Bool { name.hasSuffix(CacheDirectory.draftEnding) }
    }

    /// The plain files of this user in the directory.
    var files: [File] {
        let children = try? WorktreeDirectory(top: path, path: []).children(withStatus: true)
        return (children ?? []).compactMap { child in
            guard child.kind == .file, let status = child.status, status.st_uid == geteuid()
            else { return nil }
            return File(
                name: String(decoding: child.name, as: UTF8.self), size: Int(status.st_size),
                time: status.modificationTime.tv_sec)
        }
    }
}

/// Why a cache could not be removed.
package struct CacheError: Error, CustomStringConvertible {
    let path: String
    let reason: String

    package var description: String { "cannot remove `\(path)`: \(reason)" }
}

extension GitWorkspace {
    /// Where Sluice keeps what it found out about this repository: one place for all work trees.
    package var cache: CacheDirectory {
        CacheDirectory(path: "\(layout.commonDirectory)/sluice/cache")
    }
}
