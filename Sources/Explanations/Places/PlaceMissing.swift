/// Why a place cannot be explained.
package enum PlaceMissing: Error, Hashable, Sendable {
    /// Nothing in the file speaks of images.
    case emptyFile(path: String)
    /// The file contains no facts because it was not parsed; with the reason.
    case unreadable(path: String, reason: String)
    case noSuchLine(path: String, line: Int, lineCount: Int)
    /// Neither a marker nor an image is there; with the nearest ones, in their order.
    case nothingThere(path: String, line: Int, nearest: [Neighbour])

    /// Something that could be explained.
    package struct Neighbour: Hashable, Sendable {
        package enum Kind: String, Sendable {
            case marker
            case image
        }

        package let kind: Kind
        package let line: Int

        package init(kind: Kind, line: Int) {
            self.kind = kind
            self.line = line
        }
    }
}

extension PlaceMissing: CustomStringConvertible {
    package var description: String {
        switch self {
        case .emptyFile(let path): "`\(path)` holds neither markers nor images"
        case .unreadable(let path, let reason): "`\(path)` cannot be explained: \(reason)"
        case .noSuchLine(let path, let line, let count):
            "`\(path)` has no line \(line): it has \(count)"
        case .nothingThere(let path, let line, let nearest):
            "line \(line) of `\(path)` holds neither a marker nor an image; the nearest: "
                + nearest.map { "\($0.kind.rawValue) in line \($0.line)" }
                .joined(separator: ", ")
        }
    }
}
