import CLibrary

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
    try passAll(bytes[...]) { rest, _ in write(file.number, rest.baseAddress, rest.count) }
}

/// Repeats a system call that takes some bytes until it has taken all.
///
/// - Parameter call: Gets those that are left and how many were taken; says how many it takes.
func passAll(
    _ bytes: ArraySlice<UInt8>, to call: (UnsafeRawBufferPointer, Int) -> Int
) throws(SystemFailure) {
    var rest = bytes
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { call($0, rest.startIndex - bytes.startIndex) }
        guard count >= 0 || errno == EINTR else { throw SystemFailure() }
        rest = rest.dropFirst(max(count, 0))
    }
}

/// Creates a file that is not there yet; it does not stay if it cannot be written or `finish`
/// fails.
func createFile(
    _ name: [CChar], in directory: Int32 = AT_FDCWD, mode: mode_t, holding bytes: [UInt8],
    finish: () throws(SystemFailure) -> Void = {}
) throws(SystemFailure) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = try FileDescriptor(owning: openat(directory, name, flags, mode))
    do throws(SystemFailure) {
        try writeAll(bytes, to: file)
        try finish()
    } catch {
        unlinkat(directory, name, 0)
        throw error
    }
}

/// Throws the reason of a system call that failed.
func succeed(_ code: Int32) throws(SystemFailure) {
    if code != 0 { throw SystemFailure() }
}

/// The status of an open file.
func status(of file: Int32) throws(SystemFailure) -> stat {
    var status = stat()
    try succeed(fstat(file, &status))
    return status
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
