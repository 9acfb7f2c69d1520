import CLibrary

/// How many files and connections the system lets this process have.
enum OpenFiles {
    /// Raises the limit to what the process may have, at most 65,536, and returns it.
    ///
    /// Systems begin with as few as 1,024 for the sake of old programs, and let each raise it.
    static func raisedLimit() -> Int {
        #if canImport(Glibc)
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let files = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard unsafe getrlimit(files, &limit) == 0 else { return 256 }
        let wanted = min(limit.rlim_max, 65_536)
        if limit.rlim_cur < wanted {
            var raised = limit
            raised.rlim_cur = wanted
            if unsafe setrlimit(files, &raised) == 0 { limit = raised }
        }
        return Int(min(limit.rlim_cur, 65_536))
    }
}
