/// How the files of one place differ from those of another; a rename is a deletion and an addition.
package struct SnapshotChange: Equatable, Sendable {
    /// Files that only the new place has, ascending by path like the other lists.
    package private(set) var added: [SnapshotEntry] = []
    /// Files that both places have, with different bytes or modes, as they are in the new one.
    package private(set) var modified: [SnapshotEntry] = []
    /// The same files as they are in the old place.
    package private(set) var replaced: [SnapshotEntry] = []
    /// Files that only the old place has.
    package private(set) var deleted: [SnapshotEntry] = []

    /// The new versions that the change brings.
    package var brought: [SnapshotEntry] { added + modified }
    /// The old versions that it takes away.
    package var taken: [SnapshotEntry] { deleted + replaced }

    package var isEmpty: Bool { added.isEmpty && modified.isEmpty && deleted.isEmpty }

    /// Compares the entries of two snapshots.
    ///
    /// An entry without an id, as work trees have them, counts as modified.
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
