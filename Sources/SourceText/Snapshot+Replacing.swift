extension Snapshot {
    /// The snapshot with other bytes for the given paths; paths that it lacks are ignored.
    package func replacing(_ contents: [String: [UInt8]]) -> Snapshot {
        let entries = entries.map { entry in
            contents[entry.path] == nil
                ? entry : SnapshotEntry(path: entry.path, mode: entry.mode, blobID: nil)
        }
        let makeReader = makeReader
        return Snapshot(origin: origin, entries: entries) {
            ReplacingReader(contents, over: try makeReader())
        }
    }
}

/// Reads some files from memory and the others with another reader.
package final class ReplacingReader: SnapshotReader {
    private let contents: [String: [UInt8]]
    private let reader: any SnapshotReader

    package init(_ contents: [String: [UInt8]], over reader: any SnapshotReader) {
        self.contents = contents
        self.reader = reader
    }

    package func bytes(
        of entry: SnapshotEntry, limit: Int
    ) throws(SnapshotReadError) -> [UInt8] {
        guard let bytes = contents[entry.path] else {
            return try reader.bytes(of: entry, limit: limit)
        }
        guard bytes.count <= limit else { throw .tooLarge(size: bytes.count, limit: limit) }
        return bytes
    }
}
