#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Replaces files of a work tree, each whole or not at all; no link is followed on the way.
package struct WorktreeWriter {
    let folders: FolderStack

    /// Fails for a repository without a work tree.
    package init(_ workspace: GitWorkspace) throws(GitError) {
        guard let top = workspace.layout.worktree else {
            throw .noWorktree(repository: workspace.layout.gitDirectory)
        }
        try self.init(top: top)
    }

    package init(_ folder: PlainFolder) throws(GitError) {
        try self.init(top: folder.path)
    }

    private init(top: String) throws(GitError) {
        do {
            folders = try FolderStack(top: top)
        } catch {
            throw .unreadable(path: top, reason: error.reason)
        }
    }

    /// A file with the bytes that it has to have, and those that it gets; its mode stays.
    package struct Replacement {
        package let path: String
        package let before: [UInt8]
        package let after: [UInt8]

        package init(path: String, before: [UInt8], after: [UInt8]) {
            self.path = path
            self.before = before
            self.after = after
        }
    }

    /// Gives one regular file other bytes; a file that is not as it was stays as it is.
    package func replace(
        _ path: String, _ before: [UInt8], with after: [UInt8]
    ) throws(WorktreeWriteError) {
        let file = Replacement(path: path, before: before, after: after)
        if let failure = replace([file]).first { throw failure }
    }

    /// Replaces regular files, and returns why some of them stay as they are.
    ///
    /// All new bytes are on their way to the disk before the first file is touched, so that a
    /// full disk leaves everything as it was.
    package func replace(_ files: [Replacement]) -> [WorktreeWriteError] {
        var prepared: [(path: String, file: PreparedFile)] = []
        var failures: [WorktreeWriteError] = []
        for (number, file) in files.enumerated() {
            do throws(WorktreeWriteError) {
                prepared.append((file.path, try prepare(file, number: number)))
            } catch {
                failures.append(error)
                guard !error.isFull else {
                    discard(prepared)
                    return failures
                }
            }
        }
        for (path, file) in prepared {
            do throws(WorktreeWriteError) {
                try inFolder(of: path) { (folder, name) throws(SystemFailure) in
                    try file.takePlace(of: name, in: folder)
                }
            } catch {
                failures.append(error)
            }
        }
        return failures
    }

    private func prepare(
        _ file: Replacement, number: Int
    ) throws(WorktreeWriteError) -> PreparedFile {
        let prepared = try inFolder(of: file.path) { (folder, name) throws(SystemFailure) in
            try PreparedFile(
                file.after, replacing: file.before, of: name, in: folder, number: number)
        }
        guard let prepared else { throw .changed(path: file.path) }
        return prepared
    }

    private func discard(_ files: [(path: String, file: PreparedFile)]) {
        for (path, file) in files {
            // What cannot be removed has been named in full already, by whatever failed.
            try? inFolder(of: path) { (folder, _) throws(SystemFailure) in file.remove(in: folder) }
        }
    }

    func inFolder<Result>(
        of path: String, makesFolders: Bool = false,
        _ act: (Int32, [CChar]) throws(SystemFailure) -> Result
    ) throws(WorktreeWriteError) -> Result {
        do throws(SystemFailure) {
            let (folder, name) = try folders.enterFolder(
                ofFile: Array(path.utf8), makesFolders: makesFolders)
            return try act(folder, name)
        } catch {
            if error == .changedMeanwhile { throw .changed(path: path) }
            throw .system(path: path, reason: error.reason, isFull: error.isFull)
        }
    }
}

/// Why a file of the work tree was not replaced.
package enum WorktreeWriteError: Error, Hashable, Sendable {
    /// Somebody wrote it in the meantime, or it is no file any more.
    case changed(path: String)
    case system(path: String, reason: String, isFull: Bool)

    package var path: String {
        switch self {
        case .changed(let path), .system(let path, _, _): path
        }
    }

    /// Whether the disk has no room, for any file.
    fileprivate var isFull: Bool {
        if case .system(_, _, let isFull) = self { isFull } else { false }
    }
}

extension WorktreeWriteError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .changed(let path): "`\(path)` changed meanwhile, and stays as it is"
        case .system(let path, let reason, _): "cannot write `\(path)`: \(reason)"
        }
    }
}

extension SystemFailure {
    fileprivate var isFull: Bool { [ENOSPC, EDQUOT].contains(code) }
}
