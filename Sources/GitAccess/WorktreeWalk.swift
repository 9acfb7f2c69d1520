import Clibgit2
import SourceText

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Lists a work tree's files in one pass over its folders, beside the index.
///
/// Each folder is read once; a file is asked for its status, never opened. Links are not followed.
/// A folder that may not be read hides its untracked files, as it does from Git.
struct WorktreeWalk {
    private let top: String
    private let repository: OpaquePointer
    private let tracked: TrackedFiles
    private let indexTime: timespec?
    private var isPresent: [Bool]
    private var list = EntryList()
    /// The file or folder being visited; a folder's path ends with a slash, the top's is empty.
    private var path: [UInt8] = []
    private var hasAttributes: Bool

    /// `indexTime` is when the index was written; the index outlives the walk.
    init(
        top: String, repository: OpaquePointer, index: OpaquePointer, indexTime: timespec?,
        hasAttributes: Bool
    ) {
        self.top = top
        self.repository = repository
        self.tracked = TrackedFiles(index: index)
        self.indexTime = indexTime
        self.hasAttributes = hasAttributes
        isPresent = Array(repeating: false, count: tracked.count)
        list.reserve(tracked.count)
    }

    /// Walks the whole tree.
    mutating func files() throws(GitError) -> ListedFiles {
        try visitFolder(tracked: 0..<tracked.count)
        // Attributes and their filters can make the file differ from the blob of a clean entry.
        if hasAttributes { list.forgetIDs() }
        for position in 0..<tracked.count where !isPresent[position] {
            let entry = tracked[position]
            guard entry.isSkipped, let mode = SnapshotEntry.Mode(gitMode: entry.mode) else {
                continue
            }
            let path = UnsafeBufferPointer(cString: entry.path)
            try list.add(path: path, mode: mode, id: entry.id.hexadecimal, isSparse: true)
        }
        return try list.finished()
    }

    /// Visits what is in the folder at `path`; `range` is what the index has below it.
    private mutating func visitFolder(tracked range: Range<Int>) throws(GitError) {
        try list.spend()
        let children: [FolderChild]
        do {
            children = try WorktreeFolder(top: top, path: path).children()
        } catch {
            return try addUnreachable(range, because: error)
        }
        let length = path.count
        for child in children {
            path.append(contentsOf: child.name)
            if let status = child.status {
                try visitFile(status, tracked: range)
            } else {
                try visitSubfolder(tracked: range)
            }
            path.removeSubrange(length...)
        }
    }

    private mutating func visitFile(
        _ status: stat, tracked range: Range<Int>
    ) throws(GitError) {
        guard let mode = SnapshotEntry.Mode(gitMode: UInt32(status.st_mode)) else { return }
        if path.suffix(attributesName.count) == attributesName { hasAttributes = true }
        guard let position = tracked.position(of: path, in: range) else {
            if try !isIgnored() { try list.add(path: path, mode: mode, id: nil) }
            return
        }
        isPresent[position] = true
        let entry = tracked[position]
        let isClean = entry.isClean(status, indexTime: indexTime)
        try list.add(path: path, mode: mode, id: isClean ? entry.id.hexadecimal : nil)
    }

    private mutating func visitSubfolder(tracked range: Range<Int>) throws(GitError) {
        let name = path.dropLast()
        if let position = tracked.position(of: name, in: range),
            SnapshotEntry.Mode(gitMode: tracked[position].mode) == .submodule
        {
            isPresent[position] = true
            let id = tracked[position].id.hexadecimal
            return try list.add(path: name, mode: .submodule, id: id)
        }
        let below = tracked.range(below: path, in: range)
        if below.isEmpty {
            if try isIgnored() { return }
            if WorktreeFolder(top: top, path: path).isRepository {
                return try list.add(path: name, mode: .submodule, id: nil)
            }
        }
        try visitFolder(tracked: below)
    }

    /// Keeps tracked files in a folder that cannot be read: their reader tells why.
    private mutating func addUnreachable(
        _ range: Range<Int>, because failure: SystemFailure
    ) throws(GitError) {
        if path.isEmpty { throw .unreadable(path: top, reason: failure.reason) }
        if failure.isAbsence { return }
        for position in range {
            guard let mode = SnapshotEntry.Mode(gitMode: tracked[position].mode) else { continue }
            isPresent[position] = true
            try list.add(
                path: UnsafeBufferPointer(cString: tracked[position].path), mode: mode, id: nil)
        }
    }

    /// Asks for the folder or file at `path`; a slash at the end marks a folder.
    private func isIgnored() throws(GitError) -> Bool {
        var answer: Int32 = 0
        let text = path.map { CChar(bitPattern: $0) } + [0]
        try check(
            git_ignore_path_is_ignored(&answer, repository, text), "git_ignore_path_is_ignored")
        return answer != 0
    }
}

/// Any file whose name ends so is taken for one that sets attributes.
private let attributesName = ArraySlice(".gitattributes".utf8)

/// What an index tracks, in the order of paths; valid as long as the index is open.
private struct TrackedFiles {
    private let entries: [UnsafePointer<git_index_entry>]

    init(index: OpaquePointer) {
        var entries = (0..<git_index_entrycount(index)).compactMap {
            git_index_get_byindex(index, $0)
        }
        func precedes(
            _ left: UnsafePointer<git_index_entry>, _ right: UnsafePointer<git_index_entry>
        ) -> Bool { strcmp(left.pointee.path, right.pointee.path) < 0 }
        // Git writes them in order, but a damaged file must not mislead the searches below.
        if !zip(entries, entries.dropFirst()).allSatisfy({ !precedes($1, $0) }) {
            entries.sort(by: precedes)
        }
        self.entries = entries
    }

    var count: Int { entries.count }
    subscript(position: Int) -> git_index_entry { entries[position].pointee }

    func position(of path: some Collection<UInt8>, in range: Range<Int>) -> Int? {
        let path = Array(path)
        let found = partition(range) { compare($0, prefix: path) < 0 }
        guard found < range.upperBound, compare(found, prefix: path) == 0,
            entries[found].pointee.path[path.count] == 0
        else { return nil }
        return found
    }

    /// The files below a folder, whose path ends with a slash.
    func range(below folder: [UInt8], in range: Range<Int>) -> Range<Int> {
        let start = partition(range) { compare($0, prefix: folder) < 0 }
        return start..<partition(start..<range.upperBound) { compare($0, prefix: folder) == 0 }
    }

    private func compare(_ position: Int, prefix: [UInt8]) -> Int32 {
        prefix.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            return strncmp(
                entries[position].pointee.path, start.assumingMemoryBound(to: CChar.self),
                bytes.count)
        }
    }

    /// The first position where `isBefore`, which never turns true again, is false.
    private func partition(_ range: Range<Int>, isBefore: (Int) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if isBefore(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension git_index_entry {
    /// Whether the file is surely the one that was added: its whole status is as recorded, and it
    /// was last written before the index was, so that no later write can hide in the same instant.
    ///
    /// Source: Git's technical notes on racy entries. An empty file is never sure, because Git
    /// marks a racy entry by setting its size to nothing.
    fileprivate func isClean(_ status: stat, indexTime: timespec?) -> Bool {
        guard stage == 0, !isIntentToAdd, file_size != 0, let indexTime,
            mode == UInt32(status.st_mode) & 0o170000
                || SnapshotEntry.Mode(gitMode: mode) == SnapshotEntry.Mode(gitMode: status.st_mode)
        else { return false }
        return mtime.isSame(status.modificationTime) && ctime.isSame(status.changeTime)
            && mtime.isBefore(indexTime)
            && file_size == UInt32(truncatingIfNeeded: status.st_size)
            && ino == UInt32(truncatingIfNeeded: status.st_ino)
            && uid == UInt32(truncatingIfNeeded: status.st_uid)
            && gid == UInt32(truncatingIfNeeded: status.st_gid)
    }
}

extension git_index_time {
    /// Some implementations of Git record whole seconds.
    fileprivate func isSame(_ time: timespec) -> Bool {
        seconds == Int32(truncatingIfNeeded: time.tv_sec)
            && (nanoseconds == 0 || Int(nanoseconds) == time.tv_nsec)
    }

    fileprivate func isBefore(_ time: timespec) -> Bool {
        if nanoseconds == 0 || seconds != Int32(truncatingIfNeeded: time.tv_sec) {
            return seconds < Int32(truncatingIfNeeded: time.tv_sec)
        }
        return Int(nanoseconds) < time.tv_nsec
    }
}
