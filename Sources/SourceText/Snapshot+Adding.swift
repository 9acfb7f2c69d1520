extension Snapshot {
    /// The snapshot with one more file, which replaces a file with the same path.
    package func adding(_ path: String, _ bytes: [UInt8]) -> Snapshot {
        var entries = removing([path]).entries
        let index = entries.firstIndex { path.bytesPrecede($0.path) } ?? entries.endIndex
        entries.insert(SnapshotEntry(path: path, mode: .file, blobID: nil), at: index)
        return Snapshot(origin: origin, entries: entries, makeReader: makeReader)
            .replacing([path: bytes])
    }

    /// The snapshot with the given contents by path; paths that it lacks are added.
    package func overlaid(with contents: [String: [UInt8]]) -> Snapshot {
        let paths = Set(entries.map(\.path))
        return contents.filter { !paths.contains($0.key) }
            .reduce(replacing(contents)) { $0.adding($1.key, $1.value) }
    }

    /// The snapshot without the files at `paths`.
    package func removing(_ paths: [String]) -> Snapshot {
        if paths.isEmpty { return self }
        return Snapshot(
            origin: origin, entries: entries.filter { !paths.contains($0.path) },
            makeReader: makeReader)
    }
}
