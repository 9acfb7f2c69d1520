import SourceText

/// Collects the files of one place, in any order, and gives them the form of a snapshot.
struct EntryList {
    /// More files and directories than this are refused: a tree of a few hundred bytes can
    /// describe billions of files.
    static let limit = 1_000_000

    /// A file whose path is not ASCII; only those can need another name.
    private struct Other {
        let path: [UInt8]
        let mode: SnapshotEntry.Mode
        var id: String?
        let isSparse: Bool
    }

    private var entries: [SnapshotEntry] = []
    private var sparse: Set<String> = []
    private var others: [Other] = []
    private var budget = EntryList.limit

    mutating func reserve(_ count: Int) { entries.reserveCapacity(count) }

    /// Counts one file or directory.
    mutating func spend() throws(GitError) {
        budget -= 1
        guard budget >= 0 else { throw .tooManyFiles(limit: EntryList.limit) }
    }

    /// Adds a file; it is sparse if it is part of the work tree's commit, but not on disk.
    mutating func add(
        path: some Collection<UInt8>, mode: SnapshotEntry.Mode, id: String?, isSparse: Bool = false
    ) throws(GitError) {
        try spend()
        guard path.allSatisfy({ $0 < 0x80 }) else {
            return others.append(Other(path: Array(path), mode: mode, id: id, isSparse: isSparse))
        }
        let text = String(decoding: path, as: UTF8.self)
        entries.append(SnapshotEntry(path: text, mode: mode, blobID: id))
        if isSparse { sparse.insert(text) }
    }

    /// Makes the ids of all files added so far unknown.
    mutating func forgetIDs() {
        entries = entries.map { SnapshotEntry(path: $0.path, mode: $0.mode, blobID: nil) }
        for position in others.indices { others[position].id = nil }
    }

    /// The files in the order of a snapshot.
    consuming func finished() throws(GitError) -> ListedFiles {
        let rawPaths = nameOthers()
        let isSorted = zip(entries, entries.dropFirst()).allSatisfy { $0.precedes($1) }
        if !isSorted {
            entries.sort { $0.precedes($1) }
            for (left, right) in zip(entries, entries.dropFirst()) where left.path == right.path {
                throw .duplicatePath(left.path)
            }
        }
        return ListedFiles(entries: entries, rawPaths: rawPaths, sparse: sparse)
    }

    /// Gives each path that is not ASCII a name of its own, and returns the bytes of those paths
    /// whose names are not the same.
    ///
    /// Names are compared as `String` compares them: two paths may differ in bytes, but be the
    /// same text to Unicode.
    private mutating func nameOthers() -> [String: [UInt8]] {
        guard !others.isEmpty else { return [:] }
        var taken = Set(entries.map(\.path))
        var rawPaths: [String: [UInt8]] = [:]
        others.sort { $0.path.lexicographicallyPrecedes($1.path) }
        for other in others {
            var name = String(validating: other.path, as: UTF8.self) ?? escaped(other.path)
            if taken.contains(name) { name = escaped(other.path) }
            while !taken.insert(name).inserted { name += "~" }
            if !name.utf8.elementsEqual(other.path) { rawPaths[name] = other.path }
            if other.isSparse { sparse.insert(name) }
            entries.append(SnapshotEntry(path: name, mode: other.mode, blobID: other.id))
        }
        return rawPaths
    }

    /// The path with every byte that is not ASCII as `\xHH`.
    private func escaped(_ path: [UInt8]) -> String {
        path.reduce(into: "") { text, byte in
            if byte < 0x80 {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "\\x" + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}

/// The files of one place, ready to be read.
struct ListedFiles: Sendable {
    /// Ascending by the bytes of their paths; each path occurs once.
    let entries: [SnapshotEntry]
    /// The bytes of the paths that `entries` shows otherwise.
    let rawPaths: [String: [UInt8]]
    /// The paths of files that a sparse checkout leaves out of the work tree.
    let sparse: Set<String>
}

extension SnapshotEntry {
    fileprivate func precedes(_ other: SnapshotEntry) -> Bool {
        path.bytesPrecede(other.path)
    }
}

extension SnapshotEntry.Mode {
    /// Decodes Git's mode bits; nil for directories.
    init?(gitMode: UInt32) {
        switch gitMode & 0o170000 {
        case 0o100000: self = gitMode & 0o100 == 0 ? .file : .executable
        case 0o120000: self = .symbolicLink
        case 0o160000: self = .submodule
        default: return nil
        }
    }
}
