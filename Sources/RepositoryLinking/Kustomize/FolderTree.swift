import ManifestFacts

/// The folders of a repository and the manifests in them.
struct FolderTree {
    struct Folder {
        let path: String
        /// Numbers of all files directly in it, ascending, and so by their names.
        var files: [Int] = []
        /// Numbers of files whose names make Flux read them when it builds a folder that has no
        /// kustomization, ascending.
        var manifests: [Int] = []
        /// Numbers of the folders directly in it.
        var folders: [Int] = []
        /// The number of the file that kustomize builds it from.
        var kustomization: Int?
    }

    private(set) var folders: [Folder] = []
    private var folderNumbers: [String: Int] = [:]
    private let files: [ManifestFile]

    /// - Parameter files: Ascending by the bytes of their paths.
    init(files: [ManifestFile]) {
        self.files = files
        var latest = addFolder("")
        for (number, file) in files.enumerated() {
            let slash = file.path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? file.path.startIndex
            let folder = file.path[..<slash]
            if !folders[latest].path.utf8.elementsEqual(folder.utf8) {
                latest = addFolder(String(folder))
            }
            folders[latest].files.append(number)
            if file.facts.role == .kustomization, folders[latest].kustomization == nil,
                file.facts.kustomization != nil
            {
                folders[latest].kustomization = number
            } else if file.facts.role == .yaml {
                folders[latest].manifests.append(number)
            }
        }
    }

    private mutating func addFolder(_ path: String) -> Int {
        if let number = folderNumbers[path] { return number }
        // A loop, because a path can have thousands of parts.
        var missing = [path]
        while let above = RepositoryPath.folder(of: missing[missing.count - 1]) {
            if folderNumbers[above] != nil { break }
            missing.append(above)
        }
        for path in missing.reversed() {
            let number = folders.count
            folders.append(Folder(path: path))
            folderNumbers[path] = number
            if let above = RepositoryPath.folder(of: path), let holder = folderNumbers[above] {
                folders[holder].folders.append(number)
            }
        }
        return folders.count - 1
    }

    func folder(at path: String) -> Int? { folderNumbers[path] }

    func file(at path: String) -> Int? {
        guard let folder = RepositoryPath.folder(of: path).flatMap(folder) else { return nil }
        let name = path.utf8.dropFirst(folders[folder].nameOffset)
        return file(named: Substring(name), in: folder)
    }

    /// The file of a name directly in a folder.
    func file(named name: Substring, in folder: Int) -> Int? {
        let numbers = folders[folder].files
        let offset = folders[folder].nameOffset
        var (lower, upper) = (0, numbers.count)
        while lower < upper {
            let middle = (lower + upper) / 2
            let other = files[numbers[middle]].path.utf8.dropFirst(offset)
            if other.lexicographicallyPrecedes(name.utf8) {
                lower = middle + 1
            } else {
                upper = middle
            }
        }
        guard lower < numbers.count,
            files[numbers[lower]].path.utf8.dropFirst(offset).elementsEqual(name.utf8)
        else { return nil }
        return numbers[lower]
    }

    /// The folders whose paths fit a path with variables, each for a part of one folder's name.
    ///
    /// Cost: the folders on the way; `budget` is how many of them may still be looked at.
    func folders(fitting path: String, budget: inout Int) -> [Int] {
        var found = [0]
        for part in path.split(separator: "/") {
            let pattern = NamePattern(String(part))
            found = found.flatMap { number -> [Int] in
                let holder = folders[number]
                guard budget > 0 else { return [] }
                if pattern.isLiteral {
                    budget -= 1
                    let path = holder.path.isEmpty ? String(part) : "\(holder.path)/\(part)"
                    return folder(at: path).map { [$0] } ?? []
                }
                budget -= holder.folders.count
                return holder.folders.filter { pattern.matches(folders[$0].name) }
            }
        }
        return found
    }
}

extension FolderTree.Folder {
    /// Where the names of its files begin in their paths.
    fileprivate var nameOffset: Int { path.isEmpty ? 0 : path.utf8.count + 1 }

    fileprivate var name: String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[slash...].dropFirst())
    }
}
