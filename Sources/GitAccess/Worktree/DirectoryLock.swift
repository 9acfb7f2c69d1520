import CLibrary

/// A directory that one process has for itself, as long as this value lives.
///
/// The system gives it up with the process, however that ends.
package final class DirectoryLock: Sendable {
    private let file: Int32

    /// Nil where another process has it.
    package init?(_ directory: String) throws(GitError) {
        let path = "\(directory)/lock"
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(file)
            if code == EWOULDBLOCK { return nil }
            throw .unreadable(path: path, reason: String(cString: strerror(code)))
        }
        self.file = file
    }

    deinit { close(file) }
}
