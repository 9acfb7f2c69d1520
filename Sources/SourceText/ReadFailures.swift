import Synchronization

/// Notes whether a file could not be read for a reason that another run may not have: access was
/// denied, or a partial clone lacks the blob.
package final class ReadFailures: Sendable {
    private let hasAny = Atomic<Bool>(false)

    package init() {}

    package var isEmpty: Bool { !hasAny.load(ordering: .relaxed) }

    fileprivate func note(_ error: SnapshotReadError) {
        switch error {
        case .tooLarge: break
        case .missingBlob, .unreadable: hasAny.store(true, ordering: .relaxed)
        }
    }
}

extension Snapshot {
    /// The same snapshot, whose readers note their failures.
    package func noting(_ failures: ReadFailures) -> Snapshot {
        let makeReader = makeReader
        return Snapshot(origin: origin, entries: entries) {
            NotingReader(failures, reader: try makeReader())
        }
    }
}

private final class NotingReader: SnapshotReader {
    private let failures: ReadFailures
    private let reader: any SnapshotReader

    init(_ failures: ReadFailures, reader: any SnapshotReader) {
        self.failures = failures
        self.reader = reader
    }

    func bytes(of entry: SnapshotEntry, limit: Int) throws(SnapshotReadError) -> [UInt8] {
        do throws(SnapshotReadError) {
            return try reader.bytes(of: entry, limit: limit)
        } catch {
            failures.note(error)
            throw error
        }
    }
}
