import Clibgit2

/// Owns one libgit2 object and frees it exactly once, when its scope ends.
struct GitHandle: ~Copyable {
    let pointer: OpaquePointer
    private let free: (OpaquePointer?) -> Void

    /// Runs `open`, which stores an owned object through its argument and returns libgit2's code.
    init(
        _ call: StaticString,
        freedBy free: @escaping (OpaquePointer?) -> Void,
        open: (inout OpaquePointer?) -> Int32
    ) throws(GitError) {
        GitLibrary.start()
        var opened: OpaquePointer?
        try check(open(&opened), call)
        guard let opened else { preconditionFailure("\(call) succeeded without an object") }
        self.pointer = opened
        self.free = free
    }

    deinit { free(pointer) }
}

/// Turns libgit2's failure codes into errors; the only reader of its message.
///
/// The message belongs to the thread, so this runs right after the call.
@discardableResult
func check(_ code: Int32, _ call: StaticString) throws(GitError) -> Int32 {
    guard code < 0 else { return code }
    let system = SystemFailure()
    let last = git_error_last()?.pointee
    guard let message = last?.message.map({ String(cString: $0) }), !message.isEmpty else {
        // libgit2 has no message for a disk that becomes full while it writes a blob.
        let area = Int32(GIT_ERROR_OS.rawValue)
        throw .libgit2(
            LibraryFailure(call: "\(call)", code: code, area: area, message: system.reason))
    }
    throw .libgit2(
        LibraryFailure(call: "\(call)", code: code, area: last?.klass ?? 0, message: message))
}

/// The error of a failed libgit2 call.
package struct LibraryFailure: Equatable, Sendable {
    package let call: String
    /// A `git_error_code`.
    package let code: Int32
    /// The part of libgit2 that failed, a `git_error_t`.
    package let area: Int32
    /// Empty where libgit2 left none.
    package let message: String

    var isNotFound: Bool { code == GIT_ENOTFOUND.rawValue }
    var isAmbiguous: Bool { code == GIT_EAMBIGUOUS.rawValue }

    /// The owner is another user, and no setting that libgit2 knows trusts the repository.
    ///
    /// Where there is no `safe.directory` at all, libgit2 1.5 says that this setting is missing.
    var isForeignOwner: Bool {
        code == GIT_EOWNER.rawValue || isNotFound && area == Int32(GIT_ERROR_CONFIG.rawValue)
    }

    /// A system call failed.
    var isRefusedBySystem: Bool { area == Int32(GIT_ERROR_OS.rawValue) }

    var hasFoundNoRepository: Bool { isNotFound && !isForeignOwner }
}

/// libgit2 as a whole, which is started once for the process and never shut down.
package enum GitLibrary {
    /// Starts it, unless it has been; the next call that needs it tells why it could not.
    ///
    /// Takes milliseconds, in which libgit2 reads all certificates that the machine trusts.
    package static func start() { _ = started }

    /// The result of starting it, in libgit2's codes.
    ///
    /// Objects are not hashed again as they are read: Git does not either, zlib has a checksum of
    /// its own, and it would cost a tenth of a whole check. Those that are written reach the disk
    /// before a branch names them.
    private static let started: Int32 = {
        let started = git_libgit2_init()
        guard started >= 0, sluice_git_verify_hashes(0) == 0 else { return min(started, -1) }
        return sluice_git_fsync(1)
    }()
}
