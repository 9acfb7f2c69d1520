extension Snapshot {
    /// The snapshot with the files of another one in a directory, which it must not have itself.
    package func mounting(_ other: Snapshot, at directory: String) -> Snapshot {
        let mounted = other.entries.map {
            SnapshotEntry(path: "\(directory)/\($0.path)", mode: $0.mode, blobID: $0.blobID)
        }
        let (makeReader, makeOther) = (makeReader, other.makeReader)
        return Snapshot(
            origin: origin,
            entries: (entries + mounted).sorted { $0.path.bytesPrecede($1.path) }
        ) {
            MountingReader(
                reader: try makeReader(), directory: directory + "/", mounted: try makeOther())
        }
    }
}

/// Reads what lies in a directory from another snapshot.
private final class MountingReader: SnapshotReader {
    private let reader: any SnapshotReader
    /// With a slash at the end.
    private let directory: String
    private let mounted: any SnapshotReader

    init(reader: any SnapshotReader, directory: String, mounted: any SnapshotReader) {
        self.reader = reader
        self.directory = directory
        self.mounted = mounted
    }

    func bytes(
        of entry: SnapshotEntry, limit: Int
    ) throws(SnapshotReadError) -> [UInt8] {
        guard entry.path.utf8.starts(with: directory.utf8) else {
            return try reader.bytes(of: entry, limit: limit)
        }
        let path = String(Substring(entry.path.utf8.dropFirst(directory.utf8.count)))
        return try mounted.bytes(
            of: SnapshotEntry(path: path, mode: entry.mode, blobID: entry.blobID), limit: limit)
    }
}
