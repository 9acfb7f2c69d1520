import ManifestFacts

/// The folders of a repository and the manifests in them.
///
/// Paths are followed name by name: nearly all of them are short ways from one folder to another,
/// and so no path is built and no table of all paths is made.
package struct FolderTree {
    package struct Folder {
        package let path: String
        /// The number of the folder that it lies in; nil for the root.
        package let holder: Int?
        /// The numbers of all files in it and in the folders in it.
        package fileprivate(set) var files: Range<Int>
        /// The numbers of the folders directly in it, in the order of the files.
        package fileprivate(set) var folders: [Int] = []
        /// The number of the file that kustomize builds it from.
        package fileprivate(set) var kustomization: Int?
        /// Where the names of its files begin in their paths.
        fileprivate let nameOffset: Int
    }

    /// The target of a path, by its number.
    package enum Place: Hashable {
        case file(Int)
        case folder(Int)
    }

    /// Directories before those that they contain; the first is the root.
    package private(set) var folders: [Folder]
    private let paths: PathTable

    /// - Parameter kustomizations: The numbers of the files that are kustomizations, ascending.
    init(_ paths: PathTable, kustomizations: [Int]) {
        self.paths = paths
        folders = [Folder(path: "", holder: nil, files: 0..<paths.count, nameOffset: 0)]
        var kustomizations = kustomizations[...]
        // A folder's files follow each other.
        var latest = 0
        for file in 0..<paths.count {
            latest = folder(ofFile: file, after: latest)
            if kustomizations.first == file {
                kustomizations.removeFirst()
                folders[latest].kustomization = folders[latest].kustomization ?? file
            }
        }
        close(latest, upTo: 0, before: paths.count)
    }

    // MARK: Making

    /// The folder that a file lies in, when the file before it lies in `latest`.
    private mutating func folder(ofFile file: Int, after latest: Int) -> Int {
        let shared = paths.sharedLength(of: file)
        var folder = close(latest, upTo: shared, before: file)
        for slash in paths.slashes(of: file, from: folders[folder].nameOffset) {
            folders[folder].folders.append(folders.count)
            folders.append(
                Folder(
                    path: paths.prefix(of: file, slash), holder: folder,
                    files: file..<file, nameOffset: slash + 1))
            folder = folders.count - 1
        }
        return folder
    }

    /// Ends a folder and those around it before a file of which only the first bytes lie in them;
    /// the folder that is still open.
    @discardableResult
    private mutating func close(_ latest: Int, upTo shared: Int, before file: Int) -> Int {
        var folder = latest
        while folders[folder].nameOffset > shared, let holder = folders[folder].holder {
            folders[folder].files = folders[folder].files.lowerBound..<file
            folder = holder
        }
        return folder
    }

    // MARK: Looking

    package func folder(at path: String, from folder: Int = 0) -> Int? {
        if case .folder(let number)? = place(at: path, from: folder) { number } else { nil }
    }

    package func file(at path: String) -> Int? {
        if case .file(let number)? = place(at: path, from: 0) { number } else { nil }
    }

    /// The target of a path that is read in a directory; nil for a path that leaves the repository.
    package func place(at path: String, from folder: Int) -> Place? {
        var name = PathName(path)
        var start = folder
        // Nearly all paths go up first and down then, with nothing to take out in between.
        while name.dropFirst("../") {
            guard let holder = folders[start].holder else { return nil }
            start = holder
        }
        _ = name.dropFirst("./")
        guard !name.isInNormalForm else { return place(below: start, at: name) }
        return RepositoryPath.joined(path, to: folders[folder].path).flatMap {
            place(below: 0, at: PathName($0))
        }
    }

    /// The same for a path in normal form.
    private func place(below folder: Int, at path: PathName) -> Place? {
        var (folder, name) = (folder, path)
        for slash in path.range where path.path[slash] == UInt8(ascii: "/") {
            name.range = name.range.lowerBound..<slash
            guard let next = self.folder(named: name, in: folder) else { return nil }
            folder = next
            name.range = slash + 1..<path.range.upperBound
        }
        if name.range.isEmpty { return .folder(folder) }
        // A folder has few folders and, with those, many files.
        return self.folder(named: name, in: folder).map { .folder($0) }
            ?? file(named: name, in: folder).map { .file($0) }
    }

    private func folder(named name: PathName, in holder: Int) -> Int? {
        let inner = folders[holder].folders
        return paths.folder(named: name, from: folders[holder].nameOffset, among: inner.indices) {
            folders[inner[$0]].files.lowerBound
        }.map { inner[$0] }
    }

    private func file(named name: PathName, in holder: Int) -> Int? {
        paths.file(at: name, from: folders[holder].nameOffset, among: folders[holder].files)
    }

    /// The files directly in a folder, ascending.
    func files(directlyIn folder: Int) -> [Int] {
        var files: [Int] = []
        var next = folders[folder].files.lowerBound
        for inner in folders[folder].folders {
            files += next..<folders[inner].files.lowerBound
            next = folders[inner].files.upperBound
        }
        return files + (next..<folders[folder].files.upperBound)
    }

    /// The folders whose paths fit a path with variables, each for a part of one folder's name.
    ///
    /// Cost: the folders on the way; `budget` is how many of them may still be looked at.
    package func folders(fitting path: String, budget: inout Int) -> [Int] {
        var found = [0]
        for part in path.split(separator: "/") {
            let pattern = NamePattern(String(part))
            found = found.flatMap { number -> [Int] in
                guard budget > 0 else { return [] }
                if pattern.isLiteral {
                    budget -= 1
                    return folder(named: PathName(String(part)), in: number).map { [$0] } ?? []
                }
                budget -= folders[number].folders.count
                return folders[number].folders.filter { pattern.matches(folders[$0].name) }
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

extension PathName {
    /// Whether no name in a path is empty, `.` or `..`; other names that begin with a point count
    /// as if they were.
    fileprivate var isInNormalForm: Bool {
        var isAtStart = true
        for byte in path[range] {
            if isAtStart, byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") { return false }
            isAtStart = byte == UInt8(ascii: "/")
        }
        return !isAtStart
    }

    /// Takes a beginning away; false where there is none such.
    fileprivate mutating func dropFirst(_ beginning: String) -> Bool {
        guard path[range].starts(with: beginning.utf8) else { return false }
        range = range.dropFirst(beginning.utf8.count)
        return true
    }
}
