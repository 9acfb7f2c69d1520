/// The files of a repository at one place and moment: work tree, index or commit.
///
/// Everything after it is blind to where the files came from.
package struct Snapshot: Sendable {
    /// Where the entries came from.
    package enum Origin: Hashable, Sendable {
        case worktree
        case index
        /// The full hexadecimal id of the commit, or of a tree that was named without one.
        case commit(String)
    }

    package let origin: Origin
    /// Ascending by the bytes of their paths; each path occurs once.
    package let entries: [SnapshotEntry]
    /// Opens one more reader; readers are used by one task each.
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

/// One file of a snapshot; folders have no entry of their own.
package struct SnapshotEntry: Hashable, Sendable {
    /// What Git records a path as.
    package enum Mode: Hashable, Sendable {
        case file
        case executable
        /// The bytes are the target's path, relative to the link's folder.
        case symbolicLink
        /// Another repository; it has no bytes here.
        case submodule
    }

    /// Relative to the repository's root, with forward slashes.
    ///
    /// Bytes that are not UTF-8 are written as `\xHH`, so that the path can be shown and compared
    /// but is no key into Git.
    package let path: String
    package let mode: Mode
    /// The Git blob's hexadecimal id, or a submodule's commit; nil for a work-tree file that nobody
    /// hashed yet.
    package let blobID: String?

    package init(path: String, mode: Mode, blobID: String?) {
        self.path = path
        self.mode = mode
        self.blobID = blobID
    }
}

/// Reads the bytes of a snapshot's entries, for one task at a time.
package protocol SnapshotReader: AnyObject {
    /// The entry's bytes as recorded, without any filter applied.
    ///
    /// A file of more than `limit` bytes is not read but reported.
    func bytes(
        of entry: SnapshotEntry, limit: Int
    ) throws(SnapshotReadError) -> [UInt8]
}

/// Why the bytes of one entry cannot be had.
package enum SnapshotReadError: Error, Equatable, Sendable {
    case tooLarge(size: Int, limit: Int)
    /// The object database lacks the blob, as in a partial clone without its remote.
    case missingBlob(id: String)
    /// The file went away or the system refuses it; `reason` is the system's word.
    case unreadable(reason: String)
}

extension SnapshotReadError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLarge(let size, let limit): "\(size) bytes are more than the limit of \(limit)"
        case .missingBlob(let id): "the object `\(id)` is not in this clone"
        case .unreadable(let reason): "cannot be read: \(reason)"
        }
    }
}
