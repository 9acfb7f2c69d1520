import ManifestFacts
import SourceText

/// The values at markers that a branch changes.
struct BranchChanges {
    struct Change: Hashable {
        let path: String
        /// In the new file.
        let line: Int
        let setter: SetterMarker
        let old: String
        let new: String
    }

    /// By path, and by place within the file.
    let changes: [Change]

    private static let sizeLimit = 32 << 20

    /// - Parameter contents: Files of `new` that have other bytes by now.
    init(from old: Snapshot, to new: Snapshot, with contents: [String: [UInt8]]) throws {
        let formerEntries = old.entries.filter { contents[$0.path] != nil }
        var pairs = contents.map { path, bytes in
            (path, formerEntries.first { $0.path == path }, Optional(bytes), SnapshotEntry?.none)
        }
        let change = SnapshotChange(from: old.entries, to: new.entries)
        for (former, entry) in zip(change.replaced, change.modified)
        where contents[entry.path] == nil {
            pairs.append((entry.path, former, nil, entry))
        }
        let readers = (try old.makeReader(), try new.makeReader())
        var changes: [Change] = []
        for (path, former, bytes, entry) in pairs.sorted(by: { $0.0.bytesPrecede($1.0) }) {
            guard let former else { continue }
            let before = try readers.0.bytes(of: former, limit: Self.sizeLimit)
            guard
                let after = try bytes
                    ?? entry.map({
                        try readers.1.bytes(of: $0, limit: Self.sizeLimit)
                    })
            else { continue }
            changes += Self.changes(at: path, from: before, to: after)
        }
        self.changes = changes
    }

    private static func changes(
        at path: String, from old: [UInt8], to new: [UInt8]
    ) -> [Change] {
        let former = Dictionary(
            values(at: path, in: old).map { ($0.place, $0.text) }
        ) { first, _ in first }
        return values(at: path, in: new).compactMap { value in
            guard let before = former[value.place], before != value.text else { return nil }
            return Change(
                path: path, line: value.line, setter: value.place.setter, old: before,
                new: value.text)
        }
    }

    /// The same marker in two versions of a file: the setter, and how many were before it.
    private struct Place: Hashable {
        let setter: SetterMarker
        let number: Int
    }

    private static func values(
        at path: String, in bytes: [UInt8]
    ) -> [(place: Place, line: Int, text: String)] {
        guard let role = FileRole(path: path), role != .unvisited else { return [] }
        let facts = FileFacts(bytes: bytes, role: role)
        let lines = LineIndex(facts.source)
        var counts: [SetterMarker: Int] = [:]
        return facts.markers.sorted { $0.span.lowerBound < $1.span.lowerBound }.compactMap {
            marker in
            guard let setter = marker.obeyedSetter, let target = marker.target else { return nil }
            let number = counts[setter, default: 0]
            counts[setter] = number + 1
            return (
                Place(setter: setter, number: number),
                lines.position(at: target.span.lowerBound).line, target.text
            )
        }
    }
}
