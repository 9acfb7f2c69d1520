import CLibrary
import SourceText

extension ProgramAccess {
    /// The ids of files that exist stay unknown; to list them takes a look at each anyway.
    func worktreeFiles(lookingForChanges _: Bool) throws(GitError) -> ListedFiles {
        let directories = try DirectoryStack(top: layout.top())
        let records = try program.records(
            "ls-files", "-z", "-t", "--stage", "--others", "--exclude-standard", "--full-name", ":/"
        )
        var list = EntryList()
        var last: ArraySlice<UInt8> = []
        for record in records.map(WorktreeRecord.init) where record.path != last {
            // The sides of a conflict follow each other.
            last = record.path
            try add(record, to: &list, directories)
        }
        return try list.finished()
    }

    private func add(
        _ record: WorktreeRecord, to list: inout EntryList, _ directories: DirectoryStack
    ) throws(GitError) {
        let status: stat
        do {
            status = try directories.status(ofFile: Array(record.path))
        } catch {
            if record.isSkipped, error.isAbsence {
                try list.add(path: record.path, mode: record.mode, id: record.id, isSparse: true)
            } else if !error.isAbsence {
                // Kept, so that its reader tells why it cannot be read.
                try list.add(path: record.path, mode: record.mode, id: nil)
            }
            return
        }
        if let mode = SnapshotEntry.Mode(gitMode: UInt32(status.st_mode)) {
            try list.add(path: record.path, mode: mode, id: nil)
        } else if status.st_mode & S_IFMT == S_IFDIR, record.mode == .submodule {
            try list.add(path: record.path, mode: .submodule, id: record.id)
        }
    }
}

/// One file that `git ls-files -t --stage --others` prints.
private struct WorktreeRecord {
    let path: ArraySlice<UInt8>
    let mode: SnapshotEntry.Mode
    /// Nil for an untracked file.
    let id: String?
    /// A sparse checkout leaves it out of the work tree.
    let isSkipped: Bool

    /// Reads `? path` for an untracked file, with a slash at its end for another repository, or
    /// `H 100644 ID 0`, a tab and the path for a tracked one.
    init(_ record: ArraySlice<UInt8>) {
        if record.first == UInt8(ascii: "?") {
            let isRepository = record.last == UInt8(ascii: "/")
            path = isRepository ? record.dropFirst(2).dropLast() : record.dropFirst(2)
            mode = isRepository ? .submodule : .file
            id = nil
            isSkipped = false
        } else {
            let (fields, path) = halves(of: record)
            self.path = path
            mode = fields.mode(at: 1)
            id = fields[2]
            isSkipped = fields[0] == "S"
        }
    }
}

/// The fields of a record, and its path after a tab.
func halves(of record: ArraySlice<UInt8>) -> (fields: [String], path: ArraySlice<UInt8>) {
    let tab = record.firstIndex(of: UInt8(ascii: "\t")) ?? record.endIndex
    let fields = record[..<tab].split(separator: UInt8(ascii: " "))
    return (fields.map { String(decoding: $0, as: UTF8.self) }, record[tab...].dropFirst())
}

extension [String] {
    /// The octal mode in one of a record's fields.
    func mode(at position: Int) -> SnapshotEntry.Mode {
        UInt32(self[position], radix: 8).flatMap { SnapshotEntry.Mode(gitMode: $0) } ?? .file
    }
}
