#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Owns one open file, folder or pipe and closes it when nobody uses it any more.
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
    /// Nothing is there, or not what was expected there.
    var isAbsence: Bool { [ENOENT, ENOTDIR, ELOOP].contains(code) }
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
