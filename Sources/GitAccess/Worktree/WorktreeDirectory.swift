import CLibrary
import SourceText

/// One file or directory found in a directory of the work tree.
struct DirectoryChild {
    enum Kind {
        case directory
        case file
        case link
    }

    /// A directory's name ends with a slash, by which Git orders it.
    let name: [UInt8]
    let kind: Kind
    /// Nil for a directory, and where it was not asked for.
    let status: stat?

    init(_ name: [UInt8], _ kind: Kind, status: stat? = nil) {
        self.name = kind == .directory ? name + [UInt8(ascii: "/")] : name
        self.kind = kind
        self.status = status
    }

    /// In Git's order of names.
    func precedes(_ other: DirectoryChild) -> Bool {
        let order = memcmp(name, other.name, min(name.count, other.name.count))
        return order < 0 || order == 0 && name.count < other.name.count
    }

    /// Git reads no ignore file that is a link.
    var isIgnoreFile: Bool { kind == .file && name.elementsEqual(".gitignore".utf8) }

    /// As what Git would record it; nil for a directory.
    ///
    /// A file without its status is not known to be executable.
    var mode: SnapshotEntry.Mode? {
        switch kind {
        case .directory: nil
        case .file: status.flatMap { SnapshotEntry.Mode(gitMode: UInt32($0.st_mode)) } ?? .file
        case .link: .symbolicLink
        }
    }
}

/// A directory of the work tree, which need not exist.
struct WorktreeDirectory {
    private let location: [CChar]

    /// The path, below `top`, is empty for the top itself, else it ends with a slash.
    init(top: String, path: [UInt8]) {
        // Without the slash, so that a link in the directory's place is refused.
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

    /// The files, links and directories in here but `.git`, in Git's order; sockets and the like,
    /// which Git does not record, are left out.
    ///
    /// - Parameter hasStatus: Whether files and links come with their status, which takes several
    ///   times as long as their names do.
    func children(withStatus hasStatus: Bool) throws(SystemFailure) -> [DirectoryChild] {
        let number = open(location, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard number >= 0 else { throw SystemFailure() }
        guard let stream = fdopendir(number) else {
            let failure = SystemFailure()
            close(number)
            throw failure
        }
        defer { closedir(stream) }
        var children: [DirectoryChild] = []
        while let entry = readdir(stream) {
            if let child = Self.child(entry, in: number, withStatus: hasStatus) {
                children.append(child)
            }
        }
        return children.sorted { $0.precedes($1) }
    }

    private static func child(
        _ entry: UnsafeMutablePointer<dirent>, in directory: Int32, withStatus hasStatus: Bool
    ) -> DirectoryChild? {
        let name = UnsafeRawPointer(entry)
            .advanced(by: MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
            .assumingMemoryBound(to: CChar.self)
        if strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || strcmp(name, ".git") == 0 {
            return nil
        }
        let bytes = Array(UnsafeBufferPointer(cString: name))
        // Some file systems do not tell what it is.
        switch Int32(entry.pointee.d_type) {
        case Int32(DT_DIR): return DirectoryChild(bytes, .directory)
        case Int32(DT_REG) where !hasStatus: return DirectoryChild(bytes, .file)
        case Int32(DT_LNK) where !hasStatus: return DirectoryChild(bytes, .link)
        default: break
        }
        var status = stat()
        guard fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return DirectoryChild(bytes, .directory)
        case S_IFREG: return DirectoryChild(bytes, .file, status: status)
        case S_IFLNK: return DirectoryChild(bytes, .link, status: status)
        default: return nil
        }
    }
}
