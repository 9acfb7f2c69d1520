/// The paths of files, one after the other in one array: looking for one touches no file.
package struct PathTable {
    private var bytes: [UInt8] = []
    /// Where each path ends.
    private var ends: [Int] = []

    /// - Parameter capacity: How many files there will be.
    package init(capacity: Int) {
        ends.reserveCapacity(capacity)
        bytes.reserveCapacity(capacity * 64)
    }

    /// Takes the paths ascending by their bytes.
    package mutating func append(_ path: String) {
        bytes.append(contentsOf: path.utf8)
        ends.append(bytes.count)
    }

    /// How many files there are.
    package var count: Int { ends.count }

    private func start(of file: Int) -> Int { file == 0 ? 0 : ends[file - 1] }
}

// MARK: Parts

extension PathTable {
    package func path(of file: Int) -> String { prefix(of: file, ends[file] - start(of: file)) }

    /// The first bytes of a file's path.
    func prefix(of file: Int, _ length: Int) -> String {
        String(decoding: bytes[start(of: file)..<start(of: file) + length], as: UTF8.self)
    }

    /// The offsets of the slashes in a file's path, from an offset on.
    func slashes(of file: Int, from offset: Int) -> [Int] {
        let start = start(of: file)
        return (start + offset..<ends[file]).compactMap {
            bytes[$0] == UInt8(ascii: "/") ? $0 - start : nil
        }
    }

    /// How many bytes at their beginnings a file's path and that of the file before it share.
    func sharedLength(of file: Int) -> Int {
        guard file > 0 else { return 0 }
        let (former, own) = (start(of: file - 1), start(of: file))
        let most = min(own - former, ends[file] - own)
        var length = 0
        while length < most, bytes[former + length] == bytes[own + length] { length += 1 }
        return length
    }
}

// MARK: Looking

/// A part of a path: what is between two of its slashes, or several such names.
///
/// Bytes and a range, because a slice would be counted at each step down a path.
package struct PathName {
    let path: [UInt8]
    var range: Range<Int>

    package init(_ path: String) {
        self.path = Array(path.utf8)
        range = self.path.indices
    }
}

extension PathTable {
    /// The file of a name among files whose paths are the same up to an offset; by default all.
    package func file(at name: PathName, from offset: Int = 0, among files: Range<Int>? = nil)
        -> Int?
    {
        let files = files ?? 0..<count
        let found = files.partitioned { order(of: $0, from: offset, name, isDirectory: false) < 0 }
        return found < files.upperBound
            && order(of: found, from: offset, name, isDirectory: false) == 0
            ? found : nil
    }

    /// The first file in a directory of this path.
    package func firstFile(inDirectory name: PathName) -> Int? {
        directory(named: name, from: 0, among: 0..<count) { $0 }
    }

    /// The first of some directories, by their first files, whose name this is; their paths are the
    /// same up to an offset.
    func directory(
        named name: PathName, from offset: Int, among directories: Range<Int>,
        firstFile: (Int) -> Int
    ) -> Int? {
        let found = directories.partitioned {
            order(of: firstFile($0), from: offset, name, isDirectory: true) < 0
        }
        return found < directories.upperBound
            && order(of: firstFile(found), from: offset, name, isDirectory: true) == 0 ? found : nil
    }

    /// How a file's path goes on from an offset, next to a name: below zero if it comes before,
    /// zero for that name, or for that directory and something in it.
    private func order(
        of file: Int, from offset: Int, _ name: PathName, isDirectory: Bool
    ) -> Int {
        var place = start(of: file) + offset
        let end = ends[file]
        for byte in name.range {
            if place == end { return -1 }
            let difference = Int(bytes[place]) - Int(name.path[byte])
            if difference != 0 { return difference }
            place += 1
        }
        if isDirectory { return place == end ? -1 : Int(bytes[place]) - Int(UInt8(ascii: "/")) }
        return place == end ? 0 : 1
    }
}

extension Range<Int> {
    /// The first number for which `isBefore` is false, while it is true for all before it.
    package func partitioned(where isBefore: (Int) -> Bool) -> Int {
        var (lower, upper) = (lowerBound, upperBound)
        while lower < upper {
            let middle = lower + (upper - lower) / 2
            if isBefore(middle) { lower = middle + 1 } else { upper = middle }
        }
        return lower
    }
}
