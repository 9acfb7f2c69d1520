import Clibgit2

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
