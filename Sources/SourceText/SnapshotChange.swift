/// The difference between the files of two snapshots; a rename is a deletion and an addition.
package struct SnapshotChange: Equatable, Sendable {
    /// Files in the new snapshot only; like the other lists, ascending by path.
    package private(set) var added: [SnapshotEntry] = []
    /// Files in both with different bytes or modes, as in the new snapshot.
    package private(set) var modified: [SnapshotEntry] = []
    /// The same files as in the old snapshot.
    package private(set) var replaced: [SnapshotEntry] = []
    /// Files in the old snapshot only.
    package private(set) var deleted: [SnapshotEntry] = []

    /// The added and modified files, as in the new snapshot.
    package var brought: [SnapshotEntry] { added + modified }
    /// The deleted and modified files, as in the old snapshot.
    package var taken: [SnapshotEntry] { deleted + replaced }

    package var isEmpty: Bool { added.isEmpty && modified.isEmpty && deleted.isEmpty }

    /// Compares the entries of two snapshots.
    ///
    /// An entry without an id, as in working trees, counts as modified.
    package init(from old: [SnapshotEntry], to new: [SnapshotEntry]) {
        var (oldRest, newRest) = (old[...], new[...])
        while let left = oldRest.first, let right = newRest.first {
            if left.path.hasSameBytes(as: right.path) {
                if left.blobID == nil || left.blobID != right.blobID || left.mode != right.mode {
                    modified.append(right)
                    replaced.append(left)
                }
                oldRest.removeFirst()
                newRest.removeFirst()
            } else if left.path.bytesPrecede(right.path) {
                deleted.append(left)
                oldRest.removeFirst()
            } else {
                added.append(right)
                newRest.removeFirst()
            }
        }
        deleted += oldRest
        added += newRest
    }
}
