import ManifestFacts

/// The directories of a repository and the manifests in them.
///
/// Paths are followed name by name: nearly all of them are short ways from one directory to
/// another, and so no path is built and no table of all paths is made.
package struct DirectoryTree {
    package struct Directory {
        package let path: String
        /// The number of the directory that it lies in; nil for the root of a repository.
        package fileprivate(set) var holder: Int?
        /// The numbers of all files in it and in the directories in it.
        package fileprivate(set) var files: Range<Int>
        /// The numbers of the directories directly in it, in the order of the files.
        package fileprivate(set) var directories: [Int] = []
        /// The number of the file that kustomize builds it from.
        package fileprivate(set) var kustomization: Int?
        /// Where the names of its files begin in their paths.
        fileprivate let nameOffset: Int
    }

    /// The target of a path, by its number.
    package enum Place: Hashable {
        case file(Int)
        case directory(Int)
    }

    /// Directories before those that they contain; the first is the root.
    package private(set) var directories: [Directory]
    /// By file: the directory that contains it.
    package private(set) var directoryOfFile: [Int] = []
    private let paths: PathTable

    /// - Parameters:
    ///   - kustomizations: The numbers of the files that are kustomizations, ascending.
    ///   - roots: The directories directly in the root that are roots of other repositories.
    init(_ paths: PathTable, kustomizations: [Int], roots: Set<String> = []) {
        self.paths = paths
        directories = [Directory(path: "", holder: nil, files: 0..<paths.count, nameOffset: 0)]
        var kustomizations = kustomizations[...]
        // A directory's files follow each other.
        var latest = 0
        for file in 0..<paths.count {
            latest = directory(ofFile: file, after: latest)
            directoryOfFile.append(latest)
            if kustomizations.first == file {
                kustomizations.removeFirst()
                directories[latest].kustomization = directories[latest].kustomization ?? file
            }
        }
        close(latest, upTo: 0, before: paths.count)
        if roots.isEmpty { return }
        for number in directories[0].directories where roots.contains(directories[number].path) {
            directories[number].holder = nil
        }
    }

    // MARK: Making

    /// The directory that a file lies in, when the file before it lies in `latest`.
    private mutating func directory(ofFile file: Int, after latest: Int) -> Int {
        let shared = paths.sharedLength(of: file)
        var directory = close(latest, upTo: shared, before: file)
        for slash in paths.slashes(of: file, from: directories[directory].nameOffset) {
            directories[directory].directories.append(directories.count)
            directories.append(
                Directory(
                    path: paths.prefix(of: file, slash), holder: directory,
                    files: file..<file, nameOffset: slash + 1))
            directory = directories.count - 1
        }
        return directory
    }

    /// Ends a directory and those around it before a file of which only the first bytes lie in
    /// them; the directory that is still open.
    @discardableResult
    private mutating func close(_ latest: Int, upTo shared: Int, before file: Int) -> Int {
        var directory = latest
        while directories[directory].nameOffset > shared, let holder = directories[directory].holder
        {
            directories[directory].files = directories[directory].files.lowerBound..<file
            directory = holder
        }
        return directory
    }

    // MARK: Looking

    /// The directories in a directory that belong to the same repository.
    package func inner(of directory: Int) -> [Int] {
        directories[directory].directories.filter { directories[$0].holder != nil }
    }

    package func directory(at path: String, from directory: Int = 0) -> Int? {
        if case .directory(let number)? = place(at: path, from: directory) { number } else { nil }
    }

    package func file(at path: String) -> Int? {
        if case .file(let number)? = place(at: path, from: 0) { number } else { nil }
    }

    /// The target of a path that is read in a directory; nil for a path that leaves the repository.
    package func place(at path: String, from directory: Int) -> Place? {
        var name = PathName(path)
        var start = directory
        // Nearly all paths go up first and down then, with nothing to take out in between.
        while name.dropFirst("../") {
            guard let holder = directories[start].holder else { return nil }
            start = holder
        }
        _ = name.dropFirst("./")
        guard !name.isInNormalForm else { return place(below: start, at: name) }
        let root = root(of: directory)
        return RepositoryPath.joined(path, to: directories[directory].path).flatMap {
            RepositoryPath.isPath($0, in: root) ? place(below: 0, at: PathName($0)) : nil
        }
    }

    /// The path of the root of the repository that a directory belongs to.
    private func root(of directory: Int) -> String {
        var root = directory
        while let holder = directories[root].holder { root = holder }
        return directories[root].path
    }

    /// The same for a path in normal form.
    private func place(below directory: Int, at path: PathName) -> Place? {
        var (directory, name) = (directory, path)
        for slash in path.range where path.path[slash] == UInt8(ascii: "/") {
            name.range = name.range.lowerBound..<slash
            guard let next = self.directory(named: name, in: directory) else { return nil }
            directory = next
            name.range = slash + 1..<path.range.upperBound
        }
        if name.range.isEmpty { return .directory(directory) }
        // A directory has few directories and, with those, many files.
        return self.directory(named: name, in: directory).map { .directory($0) }
            ?? file(named: name, in: directory).map { .file($0) }
    }

    private func directory(named name: PathName, in holder: Int) -> Int? {
        let inner = directories[holder].directories
        return paths.directory(
            named: name, from: directories[holder].nameOffset, among: inner.indices
        ) {
            directories[inner[$0]].files.lowerBound
        }.map { inner[$0] }
    }

    private func file(named name: PathName, in holder: Int) -> Int? {
        paths.file(at: name, from: directories[holder].nameOffset, among: directories[holder].files)
    }

    /// By directory: whether it contains, at any depth, one of the files that are asked for.
    package func isAbove(_ isWanted: (Int) -> Bool) -> [Bool] {
        var isAbove = Array(repeating: false, count: directories.count)
        for (file, directory) in directoryOfFile.enumerated() where isWanted(file) {
            var next: Int? = directory
            while let directory = next, !isAbove[directory] {
                isAbove[directory] = true
                next = directories[directory].holder
            }
        }
        return isAbove
    }

    /// The files directly in a directory, ascending.
    func files(directlyIn directory: Int) -> [Int] {
        var files: [Int] = []
        var next = directories[directory].files.lowerBound
        for inner in directories[directory].directories {
            files += next..<directories[inner].files.lowerBound
            next = directories[inner].files.upperBound
        }
        return files + (next..<directories[directory].files.upperBound)
    }

    /// The directories whose paths fit a path with variables, each for a part of one directory's
    /// name.
    ///
    /// Cost: the directories on the way; `budget` is how many of them may still be looked at.
    package func directories(fitting path: String, budget: inout Int) -> [Int] {
        var found = [0]
        for part in path.split(separator: "/") {
            let pattern = NamePattern(String(part))
            found = found.flatMap { number -> [Int] in
                guard budget > 0 else { return [] }
                if pattern.isLiteral {
                    budget -= 1
                    return directory(named: PathName(String(part)), in: number).map { [$0] } ?? []
                }
                budget -= directories[number].directories.count
                return directories[number].directories.filter {
                    pattern.matches(directories[$0].name)
                }
            }
        }
        return found
    }
}

extension DirectoryTree.Directory {
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
