#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// One file or folder found in a folder of the work tree.
struct FolderChild {
    /// A folder's name ends with a slash, by which Git orders it.
    let name: [UInt8]
    /// Nil for a folder.
    let status: stat?

    /// Git reads no ignore file that is a link.
    var isIgnoreFile: Bool {
        name.elementsEqual(".gitignore".utf8) && status.map { $0.st_mode & S_IFMT } == S_IFREG
    }
}

/// A folder of the work tree, which need not exist.
struct WorktreeFolder {
    private let location: [CChar]

    /// The path, below `top`, is empty for the top itself, else it ends with a slash.
    init(top: String, path: [UInt8]) {
        // Without the slash, so that a link in the folder's place is refused.
        let below = path.isEmpty ? [UInt8(ascii: ".")] : path.dropLast()
        location = (Array(top.utf8) + [UInt8(ascii: "/")] + below + [0]).map {
            CChar(bitPattern: $0)
        }
    }

    /// Whether another repository's work tree is here.
    var isRepository: Bool {
        let link = location.dropLast() + Array("/.git".utf8CString)
        let head = location.dropLast() + Array("/.git/HEAD".utf8CString)
        var status = stat()
        guard lstat(Array(link), &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFREG || access(Array(head), F_OK) == 0
    }

    func ignoreFile() -> [UInt8] {
        let file = location.dropLast() + Array("/.gitignore".utf8CString)
        return RegularFile.ignoreFile(Array(file), followsLink: false)
    }

    /// The files, links and folders in here but `.git`, in Git's order; sockets and the like,
    /// which Git does not record, are left out.
    func children() throws(SystemFailure) -> [FolderChild] {
        let number = open(location, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard number >= 0 else { throw SystemFailure() }
        guard let stream = fdopendir(number) else {
            let failure = SystemFailure()
            close(number)
            throw failure
        }
        defer { closedir(stream) }
        var children: [FolderChild] = []
        while let entry = readdir(stream) {
            if let child = Self.child(entry, in: number) { children.append(child) }
        }
        return children.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    }

    private static func child(
        _ entry: UnsafeMutablePointer<dirent>, in folder: Int32
    ) -> FolderChild? {
        let name = UnsafeRawPointer(entry)
            .advanced(by: MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
            .assumingMemoryBound(to: CChar.self)
        if strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || strcmp(name, ".git") == 0 {
            return nil
        }
        let bytes = Array(UnsafeBufferPointer(cString: name))
        func asFolder() -> FolderChild {
            FolderChild(name: bytes + [UInt8(ascii: "/")], status: nil)
        }
        if Int32(entry.pointee.d_type) == Int32(DT_DIR) { return asFolder() }
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return asFolder()
        case S_IFREG, S_IFLNK: return FolderChild(name: bytes, status: status)
        default: return nil
        }
    }
}
