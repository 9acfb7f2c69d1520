import CLibrary

/// Reads plain files, and only those.
enum RegularFile {
    enum Content {
        case bytes([UInt8])
        case tooLarge(size: Int)
        /// A directory, a pipe, a device.
        case notAFile
    }

    /// Reads a file below an open directory.
    static func content(
        of name: [CChar], in directory: Int32 = AT_FDCWD, limit: Int, followsLink: Bool = false
    ) throws(SystemFailure) -> Content {
        let flags = O_RDONLY | (followsLink ? 0 : O_NOFOLLOW)
        return try content(of: open(name, in: directory, flags), limit: limit)
    }

    /// Opens without waiting, so that a named pipe in the file's place does not block.
    ///
    /// Leaves the time of the last access alone where the system lets us: to note it takes as long
    /// as to read a small file.
    static func open(
        _ name: [CChar], in directory: Int32, _ flags: Int32
    ) throws(SystemFailure) -> FileDescriptor {
        let flags = flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        #if os(Linux)
            // Only the file's owner may ask for that.
            let number = openat(directory, name, flags | keepsAccessTime)
            if number >= 0 || errno != EPERM { return try FileDescriptor(owning: number) }
        #endif
        return try FileDescriptor(owning: openat(directory, name, flags))
    }

    #if os(Linux)
        /// `O_NOATIME`, which glibc only shows to C that asks for it.
        private static let keepsAccessTime: Int32 = 0o1_000_000
    #endif

    /// Reads an open file from its beginning.
    static func content(of file: FileDescriptor, limit: Int) throws(SystemFailure) -> Content {
        let status = try status(of: file.number)
        guard status.st_mode & S_IFMT == S_IFREG else { return .notAFile }
        let size = Int(status.st_size)
        guard size <= limit else { return .tooLarge(size: size) }
        // One byte more than there should be shows a file that grows meanwhile.
        var bytes = try bytes(file.number, upTo: size + 1, expecting: size)
        while bytes.count > size, bytes.count <= limit {
            let more = try Self.bytes(file.number, upTo: min(limit - bytes.count + 1, 1 << 20))
            if more.isEmpty { break }
            bytes += more
        }
        return bytes.count <= limit ? .bytes(bytes) : .tooLarge(size: bytes.count)
    }

    /// How many bytes an open file contains; nil for a pipe and the like.
    static func size(of file: Int32) -> Int? {
        guard let status = try? status(of: file), status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int(status.st_size)
    }

    /// The bytes of an ignore file; empty where there is none or Git would not read it either.
    static func ignoreFile(_ path: [CChar], followsLink: Bool) -> [UInt8] {
        let limit = 100 << 20  // Git's own
        let content = try? content(of: path, limit: limit, followsLink: followsLink)
        if case .bytes(let bytes) = content { return bytes }
        return []
    }

    /// Reads on until `count` bytes are there or the file ends.
    ///
    /// - Parameters:
    ///   - size: The expected size of a regular file, which saves a read for its end.
    ///   - waitsForAll: Whether to read on after the bytes that are there already; waits for them
    ///     if there are none.
    static func bytes(
        _ file: Int32, upTo count: Int, expecting size: Int? = nil, waitsForAll: Bool = true
    ) throws(SystemFailure) -> [UInt8] {
        var failure: SystemFailure?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableBufferPointer(rebasing: buffer[filled...])
                let got = read(file, rest.baseAddress, rest.count)
                if got == 0 { return }
                if got > 0 {
                    filled += got
                    // A plain file gives less than it is asked for at its end alone.
                    if !waitsForAll || filled == size && got < rest.count { return }
                } else if errno != EINTR {
                    failure = SystemFailure()
                    return
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
