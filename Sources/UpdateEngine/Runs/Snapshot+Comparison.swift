import ManifestFacts
import SourceText

extension Snapshot {
    /// A file that was edited is no larger than this.
    private static let sizeLimit = 32 << 20

    /// Whether this has the same files as another one would with these bytes in some of them.
    func holds(_ other: Snapshot, with contents: [String: [UInt8]]) throws -> Bool {
        let change = SnapshotChange(from: other.entries, to: entries)
        let reader = try makeReader()
        guard change.added.isEmpty, change.deleted.isEmpty,
            Set(change.modified.map(\.path)) == Set(contents.keys)
        else { return false }
        for entry in change.modified {
            guard try reader.bytes(of: entry, limit: Self.sizeLimit) == contents[entry.path] else {
                return false
            }
        }
        return zip(change.modified, change.replaced).allSatisfy { $0.mode == $1.mode }
    }
}

extension OwnChanges {
    private static let sizeLimit = 16 << 20

    /// Whether two trees differ in the automation's values alone.
    func areAll(from old: Snapshot, to new: Snapshot) throws -> Bool {
        let change = SnapshotChange(from: old.entries, to: new.entries)
        guard change.added.isEmpty, change.deleted.isEmpty else { return false }
        let readers = (try old.makeReader(), try new.makeReader())
        for (former, entry) in zip(change.replaced, change.modified) {
            guard former.mode == entry.mode,
                areAll(
                    at: entry.path, from: try readers.0.bytes(of: former, limit: Self.sizeLimit),
                    to: try readers.1.bytes(of: entry, limit: Self.sizeLimit))
            else { return false }
        }
        return true
    }
}
