#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension WorktreeWriter {
    /// Writes a file that is not there yet, and the directories on its way; whatever is there
    /// stays.
    package func create(_ path: String, _ bytes: [UInt8]) throws(WorktreeWriteError) {
        do throws(SystemFailure) {
            let (directory, name) = try directories.enterDirectory(
                ofFile: Array(path.utf8), makesDirectories: true)
            try create(bytes, as: name, in: directory)
        } catch {
            throw .system(path: path, reason: error.reason)
        }
    }

    private func create(
        _ bytes: [UInt8], as name: [CChar], in directory: Int32
    ) throws(SystemFailure) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = try FileDescriptor(owning: openat(directory, name, flags, 0o666))
        do throws(SystemFailure) {
            try writeAll(bytes, to: file)
        } catch {
            unlinkat(directory, name, 0)
            throw error
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
