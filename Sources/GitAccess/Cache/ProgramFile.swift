import CLibrary

/// The file of the running program.
package enum ProgramFile {
    /// Differs between two builds of the program; nil if it cannot be told.
    ///
    /// It consists of the file's device, number, size and time of modification.
    package static var stamp: String? {
        var status = stat()
        guard let path, stat(path, &status) == 0 else { return nil }
        let time = status.modificationTime
        return "\(status.st_dev) \(status.st_ino) \(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
    }

    private static var path: String? {
        #if canImport(Darwin)
            var path = [CChar](repeating: 0, count: Int(PATH_MAX))
            var size = UInt32(path.count)
            return _NSGetExecutablePath(&path, &size) == 0 ? String(cString: path) : nil
        #else
            "/proc/self/exe"
        #endif
    }
}
