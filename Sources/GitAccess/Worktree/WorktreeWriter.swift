import CLibrary

/// Replaces the contents of files in a work tree, without following links.
package struct WorktreeWriter {
    private let directories: DirectoryStack

    private init(directories: DirectoryStack) {
        self.directories = directories
    }

    /// Fails for a repository without a work tree.
    package init(_ workspace: GitWorkspace) throws(GitError) {
        directories = try DirectoryStack(top: workspace.layout.top())
    }

    package init(_ directory: PlainDirectory) throws(GitError) {
        directories = try DirectoryStack(top: directory.path)
    }

    /// A file with the bytes that it has to have, and those that it gets; its mode stays.
    package struct Replacement: Sendable {
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

    /// Replaces the contents of regular files, and returns why some stay as they are.
    package func replace(_ files: [Replacement]) -> [WorktreeWriteError] {
        directories.lock()
        return written(files[...])
    }

    /// The same on several cores; the result does not depend on their number.
    package func replaceInParallel(_ files: [Replacement]) async -> [WorktreeWriteError] {
        directories.lock()
        defer { withExtendedLifetime(directories) {} }
        let top = directories.topNumber
        return await withTaskGroup { group in
            for start in stride(from: 0, to: files.count, by: Self.shareSize) {
                group.addTask {
                    let share = files[start..<min(start + Self.shareSize, files.count)]
                    return (start, Self.written(share, below: top))
                }
            }
            var parts: [(start: Int, failures: [WorktreeWriteError])] = []
            for await part in group { parts.append(part) }
            return parts.sorted { $0.start < $1.start }.flatMap(\.failures)
        }
    }

    /// Files that are written at a time, so that no core waits for long.
    private static let shareSize = 64

    private static func written(
        _ files: ArraySlice<Replacement>, below top: Int32
    ) -> [WorktreeWriteError] {
        do throws(SystemFailure) {
            return WorktreeWriter(directories: try DirectoryStack(top: top)).written(files)
        } catch {
            return files.map { .system(path: $0.path, reason: error.reason) }
        }
    }

    private func written(_ files: ArraySlice<Replacement>) -> [WorktreeWriteError] {
        files.compactMap { file in
            do throws(WorktreeWriteError) {
                try write(file)
                return nil
            } catch {
                return error
            }
        }
    }

    private func write(_ file: Replacement) throws(WorktreeWriteError) {
        let opened = try open(file)
        do throws(OverwritingFailure) {
            try opened.write(file.after)
        } catch {
            let reason = error.cause.reason
            throw error.leavesParts
                ? .damaged(path: file.path, reason: reason)
                : .system(path: file.path, reason: reason)
        }
    }

    private func open(_ file: Replacement) throws(WorktreeWriteError) -> OverwrittenFile {
        do throws(SystemFailure) {
            let (directory, name) = try directories.enterDirectory(ofFile: Array(file.path.utf8))
            return try OverwrittenFile(name, in: directory, holding: file.before)
        } catch {
            if error == .changedMeanwhile { throw .changed(path: file.path) }
            throw .system(path: file.path, reason: error.reason)
        }
    }

    // MARK: Other files

    /// Writes a file that is not there yet, and the directories on its way; whatever is there
    /// stays.
    package func create(_ path: String, _ bytes: [UInt8]) throws(WorktreeWriteError) {
        do throws(SystemFailure) {
            let (directory, name) = try directories.enterDirectory(
                ofFile: Array(path.utf8), makesDirectories: true)
            try createFile(name, in: directory, mode: 0o666, holding: bytes)
        } catch {
            throw .system(path: path, reason: error.reason)
        }
    }

    /// The bytes of a regular file; nil where nothing is.
    ///
    /// A file of more than `limit` bytes is an error, as is a link or a directory.
    package func bytes(of path: String, limit: Int) throws(WorktreeWriteError) -> [UInt8]? {
        do throws(SystemFailure) {
            let (directory, name) = try directories.enterDirectory(ofFile: Array(path.utf8))
            switch try RegularFile.content(of: name, in: directory, limit: limit) {
            case .bytes(let bytes): return bytes
            case .tooLarge: throw SystemFailure(code: EFBIG)
            case .notAFile: throw SystemFailure(code: EISDIR)
            }
        } catch {
            if error.code == ENOENT { return nil }
            throw .system(path: path, reason: error.reason)
        }
    }
}

/// Why a file of the work tree does not contain its new bytes.
package enum WorktreeWriteError: Error, Hashable, Sendable {
    /// Another process wrote it in the meantime, or it is not a file any more.
    case changed(path: String)
    case system(path: String, reason: String)
    /// Neither the new bytes nor all of the old ones could be written.
    case damaged(path: String, reason: String)

    package var path: String {
        switch self {
        case .changed(let path), .system(let path, _), .damaged(let path, _): path
        }
    }
}

extension WorktreeWriteError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .changed(let path): "`\(path)` changed meanwhile, and stays as it is"
        case .system(let path, let reason): "cannot write `\(path)`: \(reason)"
        case .damaged(let path, let reason):
            "cannot write `\(path)`: \(reason); it holds parts of the old and the new text"
        }
    }
}
