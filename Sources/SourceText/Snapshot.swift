/// The files of a repository in one state: working tree, index or commit.
///
/// Code that reads a snapshot does not know where its files come from.
package struct Snapshot: Sendable {
    /// The source of the entries.
    package enum Origin: Codable, Hashable, Sendable {
        case worktree
        case index
        /// The full hexadecimal id of the commit, or of a tree that was named directly.
        case commit(String)
    }

    package let origin: Origin
    /// Ascending by the bytes of their paths; each path occurs once.
    package let entries: [SnapshotEntry]
    /// Opens another reader; each is for one task.
    package let makeReader: @Sendable () throws -> any SnapshotReader

    package init(
        origin: Origin, entries: [SnapshotEntry],
        makeReader: @escaping @Sendable () throws -> any SnapshotReader
    ) {
        self.origin = origin
        self.entries = entries
        self.makeReader = makeReader
    }
}

/// One file of a snapshot; directories have no entries.
package struct SnapshotEntry: Hashable, Sendable {
    /// The kinds of entries that Git records.
    package enum Mode: Hashable, Sendable {
        case file
        case executable
        /// The bytes are the target's path, relative to the link's directory.
        case symbolicLink
        /// Another repository; it has no bytes here.
        case submodule
    }

    /// Relative to the repository's root, with forward slashes.
    ///
    /// Bytes that are not UTF-8 are written as `\xHH`: such a path can be shown and compared, but
    /// not looked up in Git.
    package let path: String
    package let mode: Mode
    /// The hexadecimal id of the Git blob, or of a submodule's commit; nil for a file of the
    /// working tree that has not been hashed.
    package let blobID: String?

    package init(path: String, mode: Mode, blobID: String?) {
        self.path = path
        self.mode = mode
        self.blobID = blobID
    }
}

/// Reads the bytes of a snapshot's entries, for one task at a time.
package protocol SnapshotReader: AnyObject {
    /// Returns the entry's bytes as recorded, without any filter applied.
    ///
    /// Throws if the file has more than `limit` bytes.
    func bytes(
        of entry: SnapshotEntry, limit: Int
    ) throws(SnapshotReadError) -> [UInt8]
}

/// Why the bytes of an entry could not be read.
package enum SnapshotReadError: Error, Equatable, Sendable {
    case tooLarge(size: Int, limit: Int)
    /// The object database lacks the blob, as in a partial clone without its remote.
    case missingBlob(id: String)
    /// The file is gone or access was denied; `reason` is the system's message.
    case unreadable(reason: String)
}

extension SnapshotReadError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLarge(let size, let limit): "\(size) bytes exceed the limit of \(limit)"
        case .missingBlob(let id): "the object `\(id)` is not in this clone"
        case .unreadable(let reason): "cannot be read: \(reason)"
        }
    }
}
