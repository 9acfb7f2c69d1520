#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Owns one open file, directory or pipe and closes it when it is released.
final class FileDescriptor {
    let number: Int32

    /// Takes over what `open` returned.
    init(owning number: Int32) throws(SystemFailure) {
        guard number >= 0 else { throw SystemFailure() }
        self.number = number
    }

    deinit { close(number) }
}

/// Why the last system call failed.
struct SystemFailure: Error, Equatable {
    let code: Int32

    init(code: Int32 = errno) { self.code = code }

    var reason: String { String(cString: strerror(code)).lowercased() }
    /// Whether another process has locked the file.
    var isInUse: Bool { [EWOULDBLOCK, EEXIST].contains(code) }
    /// The other end of a connection is gone.
    var hasHungUp: Bool { [ECONNRESET, EPIPE].contains(code) }
    var isTimeout: Bool { code == ETIMEDOUT }
    /// Nothing is there, or not what was expected there.
    var isAbsence: Bool { [ENOENT, ENOTDIR, ELOOP].contains(code) }
}

/// Creates a directory, and those above it, where they are missing.
func createDirectory(_ path: String) throws(SystemFailure) {
    if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, case let above = parent(of: path), !above.isEmpty else {
        throw SystemFailure()
    }
    try createDirectory(above)
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw SystemFailure() }
}

/// The directory of an absolute path; empty above the topmost.
func parent(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
}

/// Writes all of the bytes at the file's place.
func writeAll(_ bytes: [UInt8], to file: FileDescriptor) throws(SystemFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(file.number, $0.baseAddress, $0.count) }
        if count >= 0 {
            rest = rest.dropFirst(count)
        } else if errno != EINTR {
            throw SystemFailure()
        }
    }
}

extension stat {
    var modificationTime: timespec {
        #if canImport(Darwin)
            st_mtimespec
        #else
            st_mtim
        #endif
    }

    var changeTime: timespec {
        #if canImport(Darwin)
            st_ctimespec
        #else
            st_ctim
        #endif
    }
}
