import CLibrary
import Clibgit2
import SourceText

/// Lists a work tree's files in one pass over its directories, beside the index.
///
/// Each directory is read once; a file is at most asked for its status, never opened. Links are not
/// followed. A directory that may not be read hides its untracked files, as it does from Git.
struct WorktreeWalk {
    private let top: String
    private let tracked: TrackedFiles
    private let indexTime: timespec?
    private let looksForChanges: Bool
    private var isPresent: [Bool]
    private var list = EntryList()
    /// The file or directory being visited; a directory's path ends with a slash, the top's is
    /// empty.
    private var path: [UInt8] = []
    private var hasAttributes: Bool
    private var ignores: IgnoreStack

    /// - Parameters:
    ///   - index: It outlives the walk.
    ///   - indexTime: When the index was written.
    ///   - looksForChanges: Whether files are asked for their status, by which the index may know
    ///     their ids.
    init(
        top: String, index: OpaquePointer, indexTime: timespec?, looksForChanges: Bool,
        hasAttributes: Bool, ignores: IgnoreStack
    ) {
        self.top = top
        self.ignores = ignores
        self.tracked = TrackedFiles(index: index)
        self.indexTime = indexTime
        self.looksForChanges = looksForChanges
        self.hasAttributes = hasAttributes
        isPresent = Array(repeating: false, count: tracked.count)
        list.reserve(tracked.count)
    }

    /// Walks the whole tree.
    mutating func files() throws(GitError) -> ListedFiles {
        try visitDirectory(tracked: 0..<tracked.count, isIgnored: false)
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

    /// Visits what is in the directory at `path`; `range` is what the index has below it.
    private mutating func visitDirectory(
        tracked range: Range<Int>, isIgnored: Bool
    ) throws(GitError) {
        try list.spend()
        let children: [DirectoryChild]
        do {
            children = try WorktreeDirectory(top: top, path: path)
                .children(withStatus: looksForChanges)
        } catch {
            return try addUnreachable(range, because: error)
        }
        let length = path.count
        let outerIgnores = ignores
        if !isIgnored, children.contains(where: \.isIgnoreFile) {
            ignores.push(WorktreeDirectory(top: top, path: path).ignoreFile(), depth: length)
        }
        for child in children {
            path.append(contentsOf: child.name)
            if let mode = child.mode {
                try visitFile(mode, child.status, tracked: range, isIgnored: isIgnored)
            } else {
                try visitSubdirectory(tracked: range, isIgnored: isIgnored)
            }
            path.removeSubrange(length...)
        }
        ignores = outerIgnores
    }

    private mutating func visitFile(
        _ mode: SnapshotEntry.Mode, _ status: stat?, tracked range: Range<Int>, isIgnored: Bool
    ) throws(GitError) {
        if path.suffix(attributesName.count) == attributesName { hasAttributes = true }
        guard let position = tracked.position(of: path, in: range) else {
            if !isIgnored, !ignores.contains(path[...], isDirectory: false) {
                try list.add(path: path, mode: mode, id: nil)
            }
            return
        }
        isPresent[position] = true
        let entry = tracked[position]
        let isClean = status.map { entry.isClean($0, indexTime: indexTime) } ?? false
        try list.add(path: path, mode: mode, id: isClean ? entry.id.hexadecimal : nil)
    }

    /// An ignored directory may still contain tracked files.
    private mutating func visitSubdirectory(
        tracked range: Range<Int>, isIgnored: Bool
    ) throws(GitError) {
        let name = path.dropLast()
        if let position = tracked.position(of: name, in: range),
            SnapshotEntry.Mode(gitMode: tracked[position].mode) == .submodule
        {
            isPresent[position] = true
            let id = tracked[position].id.hexadecimal
            return try list.add(path: name, mode: .submodule, id: id)
        }
        let below = tracked.range(below: path, in: range)
        let isIgnored = isIgnored || ignores.contains(name, isDirectory: true)
        if below.isEmpty {
            if isIgnored { return }
            if WorktreeDirectory(top: top, path: path).isRepository {
                return try list.add(path: name, mode: .submodule, id: nil)
            }
        }
        try visitDirectory(tracked: below, isIgnored: isIgnored)
    }

    /// Keeps tracked files in a directory that cannot be read: their reader tells why.
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
}

/// Any file whose name ends so is taken for one that sets attributes.
private let attributesName = ArraySlice(".gitattributes".utf8)
