import CLibrary

/// Git's own lock on one reference, taken instead of guessing whether it is in use.
///
/// A program may change a reference after it created `<reference>.lock`; the file becomes the
/// reference when it is renamed. A killed program leaves its lock, and Git refuses every later
/// change. So ours is a second name of a *draft* in the directory `sluice` of the Git directory,
/// and the draft is held with `flock`, which the system releases however a program ends. A program
/// that gets the draft's `flock` and finds that the lock is the same file knows that its maker is
/// gone, and removes it. A lock that is another file belongs to another program: it is waited for
/// and never removed.
///
/// A run that is killed leaves at most
/// - the draft alone: it is used again;
/// - draft and lock, one file: the lock is removed;
/// - draft and reference, one file: the draft's name is removed, and nothing else.
final class ReferenceLock {
    /// The lock's own path.
    let path: String
    private let reference: String
    private let draft: String
    private let file: FileDescriptor
    /// The files that are removed at the end.
    private var names: [String]

    /// Waits until the lock is free; `content` is what the reference becomes.
    ///
    /// Fails with `isInUse` if another process keeps it until `deadline`.
    /// `commonDirectory` is where all work trees keep their branches.
    init(
        _ name: String, content: [UInt8], in commonDirectory: String,
        until deadline: ContinuousClock.Instant
    ) throws(SystemFailure) {
        reference = "\(commonDirectory)/\(name)"
        path = "\(reference).lock"
        let directory = "\(commonDirectory)/sluice"
        draft = "\(directory)/\(Self.fileName(for: name))"
        try createDirectory(directory)
        try createDirectory(parent(of: reference))
        file = try Self.openDraft(draft, of: path, until: deadline)
        names = [draft]
        try Self.write(content, to: file)
        try retry(until: deadline, while: EEXIST) { link(draft, path) }
        names = [path, draft]
    }

    /// Makes the content the reference, and gives the lock back.
    func commit() throws(SystemFailure) {
        if rename(path, reference) != 0 {
            // The directory of branches that are gone may still be there, empty.
            guard errno == EISDIR, rmdir(reference) == 0, rename(path, reference) == 0 else {
                throw SystemFailure()
            }
        }
        names = [draft]
        let descriptor = try FileDescriptor(
            owning: open(parent(of: reference), O_RDONLY | O_CLOEXEC))
        fsync(descriptor.number)
    }

    // The draft goes last: without it, the lock could not be told from another program's.
    deinit { for name in names { unlink(name) } }

    /// The name as one file's: without slashes, and the other way round without doubt.
    private static func fileName(for name: String) -> String {
        name.replacing("%", with: "%25").replacing("/", with: "%2F")
    }

    /// Opens and locks the draft, and makes sure that the file has no other name.
    private static func openDraft(
        _ draft: String, of lock: String, until deadline: ContinuousClock.Instant
    ) throws(SystemFailure) -> FileDescriptor {
        while true {
            let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
            let file = try FileDescriptor(owning: open(draft, flags, 0o666))
            try retry(until: deadline, while: EWOULDBLOCK) { flock(file.number, LOCK_EX | LOCK_NB) }
            let held = FileIdentity(try status(of: file.number))
            // The process that held it before may have removed its name.
            guard held == FileIdentity(at: draft) else { continue }
            if held == FileIdentity(at: lock) { unlink(lock) }
            if try status(of: file.number).st_nlink == 1 { return file }
            unlink(draft)
        }
    }

    private static func write(_ content: [UInt8], to draft: FileDescriptor) throws(SystemFailure) {
        try succeed(ftruncate(draft.number, 0))
        try writeAll(content, to: draft)
        try succeed(fsync(draft.number))
    }
}

/// The identity of a file, whatever its names.
private struct FileIdentity: Equatable {
    private let device: dev_t
    private let number: ino_t

    init(_ status: stat) {
        (device, number) = (status.st_dev, status.st_ino)
    }

    init?(at path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}

/// Repeats a system call that fails in one expected way, until the deadline.
private func retry(
    until deadline: ContinuousClock.Instant, while expected: Int32, _ call: () -> Int32
) throws(SystemFailure) {
    while call() != 0 {
        let failure = SystemFailure()
        guard failure.code == expected || failure.code == EINTR, ContinuousClock.now < deadline
        else { throw failure }
        // Waiting for different times, those who wait do not meet again.
        usleep(UInt32.random(in: 500...3000))
    }
}
