extension Snapshot {
    /// The same files and one more, in the place of any that has its path.
    package func adding(_ path: String, _ bytes: [UInt8]) -> Snapshot {
        var entries = removing([path]).entries
        let index =
            entries.firstIndex { path.bytesPrecede($0.path) }
            ?? entries.endIndex
        entries.insert(SnapshotEntry(path: path, mode: .file, blobID: nil), at: index)
        return Snapshot(origin: origin, entries: entries, makeReader: makeReader)
            .replacing([path: bytes])
    }

    /// The same files with other bytes, and those of the contents that are not among them.
    package func overlaid(with contents: [String: [UInt8]]) -> Snapshot {
        let paths = Set(entries.map(\.path))
        return contents.filter { !paths.contains($0.key) }
            .reduce(replacing(contents)) { $0.adding($1.key, $1.value) }
    }

    /// The other files.
    package func removing(_ paths: [String]) -> Snapshot {
        if paths.isEmpty { return self }
        return Snapshot(
            origin: origin, entries: entries.filter { !paths.contains($0.path) },
            makeReader: makeReader)
    }
}
