import CheckPipeline
import GitAccess
import ManifestFacts
import RepositoryLinking
import SourceText

/// Tells whether a branch contains anything that its automation would not write again.
///
/// Any program can use an author's name, so the files have to agree: they differ in nothing but
/// values that this automation writes.
struct OwnChanges {
    let author: CommitPerson
    /// The markers that the automation writes.
    let scope: AutomationScope

    /// - Parameter commits: Those that the branch has beyond the one that is checked out.
    func areAll(in commits: [RecordedCommit]) -> Bool {
        commits.allSatisfy {
            $0.author == author && $0.committer == author && $0.parents.count == 1
        }
    }

    /// Whether a file differs in the automation's values alone; `role` is by its name.
    func areAll(at path: String, from old: [UInt8], to new: [UInt8]) -> Bool {
        guard let role = FileRole(path: path), role != .unvisited else { return false }
        let rests = [old, new].map { bytes in
            withoutValues(FileFacts(bytes: bytes, role: role), at: path)
        }
        return rests[0] != nil && rests[0] == rests[1]
    }

    /// Nil for a file that Flux's setters do not read.
    private func withoutValues(_ facts: FileFacts, at path: String) -> [UInt8]? {
        guard facts.setterInput != nil, facts.setterInput?.obstacle == nil else { return nil }
        let edits = facts.markers.compactMap { marker -> TextEdit? in
            guard let setter = marker.obeyedSetter, let target = marker.target,
                scope.verdict(on: setter, at: path) == .writes
            else { return nil }
            return TextEdit(span: target.span, replacement: "")
        }
        return try? facts.source.applying(edits)
    }

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
