import CLibrary
import Clibgit2
import SourceText

/// The entries of an index, in the order of paths; valid as long as the index is open.
struct TrackedFiles {
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

    /// The files below a directory, whose path ends with a slash.
    func range(below directory: [UInt8], in range: Range<Int>) -> Range<Int> {
        let start = partition(range) { compare($0, prefix: directory) < 0 }
        return start..<partition(start..<range.upperBound) { compare($0, prefix: directory) == 0 }
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
    func isClean(_ status: stat, indexTime: timespec?) -> Bool {
        guard stage == 0, !isIntentToAdd, file_size != 0, let indexTime,
            SnapshotEntry.Mode(gitMode: mode)
                == SnapshotEntry.Mode(gitMode: UInt32(status.st_mode))
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
