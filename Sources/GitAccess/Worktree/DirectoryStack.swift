import CLibrary

/// The open directories on the way to one file of a work tree; none below the top is a link.
///
/// Files of one directory follow each other, so most steps find their directories open.
final class DirectoryStack {
    private let top: FileDescriptor
    private var directories: [(name: ArraySlice<UInt8>, descriptor: FileDescriptor)] = []
    /// The path of the last of them, with a slash behind it; nil where not all of it could be
    /// opened.
    private var path: ArraySlice<UInt8>? = []

    init(top: String) throws(GitError) {
        do throws(SystemFailure) {
            self.top = try FileDescriptor(owning: open(top, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        } catch {
            throw .unreadable(path: top, reason: error.reason)
        }
    }

    /// One more stack below an open top.
    init(top: Int32) throws(SystemFailure) {
        self.top = try FileDescriptor(owning: openat(top, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    }

    /// The open top, for as long as the stack lives.
    var topNumber: Int32 { top.number }

    /// Waits for other runs that write below the same top, until this one is done with it.
    ///
    /// On a file system without locks, they are not protected from each other.
    func lock() { flock(top.number, LOCK_EX) }

    /// Opens the directory of the file at `path`; gives it with the file's name, ready for C.
    func enterDirectory(
        ofFile path: [UInt8], makesDirectories: Bool = false
    ) throws(SystemFailure) -> (directory: Int32, name: [CChar]) {
        let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        let file = path[start...]
        // As most steps are.
        if self.path == path[..<start] { return (current, cString(file)) }
        self.path = nil
        let names = path[..<start].split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
        ).dropLast()
        let shared = zip(directories, names).prefix { $0.name == $1 }.count
        directories.removeSubrange(shared...)
        for directory in names[shared...] {
            let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
            let name = cString(directory)
            // What is there already, be it no directory, shows when it is opened.
            if makesDirectories { mkdirat(current, name, 0o777) }
            let number = openat(current, name, flags)
            directories.append((directory, try FileDescriptor(owning: number)))
        }
        self.path = path[..<start]
        return (current, cString(file))
    }

    /// The file's own status, or that of a link in its place.
    func status(ofFile path: [UInt8]) throws(SystemFailure) -> stat {
        let (directory, name) = try enterDirectory(ofFile: path)
        var status = stat()
        guard fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw SystemFailure()
        }
        return status
    }

    private var current: Int32 { (directories.last?.descriptor ?? top).number }
}
