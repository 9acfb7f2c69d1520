package import SourceText

/// A commit of a branch, with the files that it changed since the commit before.
///
/// Of a merge, that is all that it brought to the branch.
package struct BranchChange: Sendable {
    package let commit: RecordedCommit
    /// In the order of Git: ascending by the bytes of their paths.
    package let files: [ChangedFile]

    /// A file as a commit leaves it.
    package struct ChangedFile: Hashable, Sendable {
        package let path: String
        /// Nil for a file that is gone.
        package let entry: SnapshotEntry?
    }
}

extension GitWorkspace {
    /// The ids of the commits of a branch along first parents, oldest first, up to where this clone
    /// ends.
    package func branch(to tip: String) throws(GitError) -> [String] {
        try history().lines("rev-list", "--first-parent", "--reverse", "--end-of-options", tip)
            ?? []
    }

    /// The commits of a branch behind `base`, which is one of its commits, up to `tip`, oldest
    /// first, each with what it changed; from the beginning where `base` is nil.
    ///
    /// Files that were moved are gone and new. Paths that are not UTF-8 cannot be told apart, and
    /// are left out.
    package func changes(
        to tip: String, beyond base: String?
    ) throws(GitError) -> [BranchChange] {
        let range = ["--end-of-options", tip] + (base.map { ["^\($0)"] } ?? [])
        let arguments =
            RecordedCommit.log + [
                "--first-parent", "--reverse", "-m", "--raw", "--no-abbrev", "--no-renames",
                "--ignore-submodules=none",
            ]
        let output = try history().output(arguments + range + ["--"]) ?? []
        return BranchChange.changes(output.split(separator: 0))
    }
}

extension BranchChange {
    /// Reads what `git log -z --raw` prints: a commit, and for each of its files a line that begins
    /// with a colon, and the path.
    fileprivate static func changes(_ records: [ArraySlice<UInt8>]) -> [BranchChange] {
        var changes: [BranchChange] = []
        var commit: RecordedCommit?
        var files: [ChangedFile] = []
        var records = records[...]
        func finish() {
            if let commit { changes.append(BranchChange(commit: commit, files: files)) }
        }
        while let record = records.popFirst() {
            let line = record.first == UInt8(ascii: "\n") ? record.dropFirst() : record
            guard line.first == UInt8(ascii: ":") else {
                finish()
                (commit, files) = (RecordedCommit(record), [])
                continue
            }
            guard let path = records.popFirst().flatMap({ String(validating: $0, as: UTF8.self) })
            else { continue }
            files.append(ChangedFile(path: path, line: line))
        }
        finish()
        return changes
    }
}

extension BranchChange.ChangedFile {
    /// Reads a line `:OLDMODE NEWMODE OLDID NEWID STATUS`.
    fileprivate init(path: String, line: ArraySlice<UInt8>) {
        let fields = line.split(separator: UInt8(ascii: " ")).map {
            String(decoding: $0, as: UTF8.self)
        }
        self.path = path
        entry =
            fields.count == 5
            ? UInt32(fields[1], radix: 8).flatMap { SnapshotEntry.Mode(gitMode: $0) }
                .map { SnapshotEntry(path: path, mode: $0, blobID: fields[3]) }
            : nil
    }
}
