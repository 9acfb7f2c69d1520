#if canImport(Darwin)
    import Darwin
#else
    import Clinux
    import Glibc
#endif

/// The new bytes of a file in a temporary file beside it, ready to take its place.
///
/// As Git does with its work tree, nothing waits for the disk itself.
struct PreparedFile {
    private let temporary: [CChar]
    private let former: FileIdentity

    /// Nil where the file does not hold `before`, and is left alone.
    init?(
        _ after: [UInt8], replacing before: [UInt8], of name: [CChar], in folder: Int32, number: Int
    ) throws(SystemFailure) {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw SystemFailure()
        }
        former = FileIdentity(status)
        let content = try RegularFile.content(of: name, in: folder, limit: before.count)
        guard case .bytes(before) = content else { return nil }
        temporary = cString(Array(".sluice-\(getpid())-\(number).tmp".utf8)[...])
        try write(after, mode: status.st_mode & 0o7777, in: folder)
    }

    private func write(_ bytes: [UInt8], mode: mode_t, in folder: Int32) throws(SystemFailure) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = try FileDescriptor(owning: openat(folder, temporary, flags, 0o600))
        do throws(SystemFailure) {
            try writeAll(bytes, to: file)
            guard fchmod(file.number, mode) == 0 else { throw SystemFailure() }
        } catch {
            remove(in: folder)
            throw error
        }
    }

    func remove(in folder: Int32) {
        unlinkat(folder, temporary, 0)
    }

    /// Puts the new file in the place of the old one.
    ///
    /// The two swap their names, so that the old one can be looked at once nobody finds it any
    /// more: if somebody wrote it after it was read, it gets its name back.
    func takePlace(of name: [CChar], in folder: Int32) throws(SystemFailure) {
        guard swapNames(temporary, name, in: folder) else {
            try rename(to: name, in: folder)
            return
        }
        var status = stat()
        let isFormer =
            fstatat(folder, temporary, &status, AT_SYMLINK_NOFOLLOW) == 0
            && FileIdentity(status) == former
        if !isFormer { _ = swapNames(temporary, name, in: folder) }
        remove(in: folder)
        guard isFormer else { throw .changedMeanwhile }
    }

    /// For file systems that cannot swap names.
    private func rename(to name: [CChar], in folder: Int32) throws(SystemFailure) {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
            FileIdentity(status) == former
        else {
            remove(in: folder)
            throw .changedMeanwhile
        }
        guard renameat(folder, temporary, folder, name) == 0 else {
            let failure = SystemFailure()
            remove(in: folder)
            throw failure
        }
    }
}

extension SystemFailure {
    /// A file is not what it was when it was read.
    static let changedMeanwhile = SystemFailure(code: ESTALE)
}

/// What tells whether a file is the same one with the same bytes.
///
/// The time of its last change is left out: that changes with the name.
private struct FileIdentity: Equatable {
    let device: dev_t
    let number: ino_t
    let size: off_t
    let seconds: Int
    let nanoseconds: Int

    init(_ status: stat) {
        device = status.st_dev
        number = status.st_ino
        size = status.st_size
        seconds = status.modificationTime.tv_sec
        nanoseconds = status.modificationTime.tv_nsec
    }
}

/// Whether two files of a folder swapped their names in one step.
private func swapNames(_ first: [CChar], _ second: [CChar], in folder: Int32) -> Bool {
    #if canImport(Darwin)
        renameatx_np(folder, first, folder, second, UInt32(RENAME_SWAP)) == 0
    #else
        renameat2(folder, first, folder, second, exchange) == 0
    #endif
}

#if !canImport(Darwin)
    /// `RENAME_EXCHANGE` of <linux/fs.h>.
    private let exchange: UInt32 = 2
#endif
