import SourceText
import Testing

struct SnapshotChangeTests {
    /// Entries from words such as `a1`: a path and an id, where `-` means no id.
    private func entries(_ words: String...) -> [SnapshotEntry] {
        words.map { word in
            let id = String(word.dropFirst())
            return SnapshotEntry(
                path: String(word.prefix(1)), mode: .file, blobID: id == "-" ? nil : id)
        }
    }

    @Test func `files are added, modified and deleted`() {
        let change = SnapshotChange(
            from: entries("b1", "c1", "d1", "f1"), to: entries("a1", "b1", "c2", "e1", "f1", "g1"))
        #expect(change.added == entries("a1", "e1", "g1"))
        #expect(change.modified == entries("c2"))
        #expect(change.deleted == entries("d1"))
        #expect(SnapshotChange(from: entries("a1"), to: entries("a1")).isEmpty)
    }

    @Test func `an unknown id counts as modified`() {
        let change = SnapshotChange(from: entries("a-", "b1"), to: entries("a-", "b-"))
        #expect(change.modified == entries("a-", "b-"))
    }

    @Test func `another mode is a modification`() {
        let script = SnapshotEntry(path: "a", mode: .executable, blobID: "1")
        #expect(SnapshotChange(from: entries("a1"), to: [script]).modified == [script])
    }
}
