#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Replaces files of a work tree, each whole or not at all; no link is followed on the way.
package struct WorktreeWriter {
    private let folders: FolderStack

    /// Fails for a repository without a work tree.
    package init(_ workspace: GitWorkspace) throws(GitError) {
        guard let top = workspace.layout.worktree else {
            throw .noWorktree(repository: workspace.layout.gitDirectory)
        }
        do {
            folders = try FolderStack(top: top)
        } catch {
            throw .unreadable(path: top, reason: error.reason)
        }
    }

    /// Gives a regular file other bytes and leaves its mode alone.
    ///
    /// `before` is what the new bytes are made of; a file that changed since stays as it is.
    package func replace(
        _ path: String, _ before: [UInt8], with after: [UInt8]
    ) throws(WorktreeWriteError) {
        do {
            let (folder, name) = try folders.enterFolder(ofFile: Array(path.utf8))
            let content = try RegularFile.content(of: name, in: folder, limit: before.count)
            guard case .bytes(before) = content else {
                throw WorktreeWriteError.changed(path: path)
            }
            var status = stat()
            guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
                throw SystemFailure()
            }
            let temporary = cString(Array(".sluice-\(getpid()).tmp".utf8)[...])
            try write(after, to: temporary, in: folder, mode: status.st_mode & 0o7777)
            guard renameat(folder, temporary, folder, name) == 0 else {
                let failure = SystemFailure()
                unlinkat(folder, temporary, 0)
                throw failure
            }
        } catch let error as WorktreeWriteError {
            throw error
        } catch let error as SystemFailure {
            throw .system(path: path, reason: error.reason)
        } catch {
            preconditionFailure("no other error is thrown here: \(error)")
        }
    }

    private func write(
        _ bytes: [UInt8], to name: [CChar], in folder: Int32, mode: mode_t
    ) throws(SystemFailure) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = try FileDescriptor(owning: openat(folder, name, flags, 0o600))
        do throws(SystemFailure) {
            try writeAll(bytes, to: file)
            guard fchmod(file.number, mode) == 0, fsync(file.number) == 0 else {
                throw SystemFailure()
            }
        } catch {
            unlinkat(folder, name, 0)
            throw error
        }
    }
}

/// Why a file of the work tree was not replaced.
package enum WorktreeWriteError: Error, Hashable, Sendable {
    /// Somebody wrote it in the meantime, or it is no file any more.
    case changed(path: String)
    case system(path: String, reason: String)
}

extension WorktreeWriteError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .changed(let path): "`\(path)` changed meanwhile, and stays as it is"
        case .system(let path, let reason): "cannot write `\(path)`: \(reason)"
        }
    }
}
