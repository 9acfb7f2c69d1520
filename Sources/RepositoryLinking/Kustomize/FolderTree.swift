import ManifestFacts

/// The folders of a repository and the manifests in them.
struct FolderTree {
    struct Folder {
        let path: String
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
    private var fileNumbers: [String: Int] = [:]

    init(files: [ManifestFile]) {
        fileNumbers.reserveCapacity(files.count)
        var latest = addFolder("")
        for (number, file) in files.enumerated() {
            fileNumbers[file.path] = number
            let slash = file.path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? file.path.startIndex
            let folder = file.path[..<slash]
            if folders[latest].path != folder { latest = addFolder(String(folder)) }
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

    func file(at path: String) -> Int? { fileNumbers[path] }

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
    fileprivate var name: String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[slash...].dropFirst())
    }
}
