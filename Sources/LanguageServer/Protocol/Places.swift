/// A position in a document, as the protocol counts.
struct Position: Codable, Hashable, Comparable, Sendable {
    /// 0-based.
    let line: Int
    /// 0-based, in units of the `PositionEncoding` that the server chose.
    let character: Int

    static func < (left: Position, right: Position) -> Bool {
        (left.line, left.character) < (right.line, right.character)
    }
}

/// A range between two positions; the end is exclusive.
struct PositionRange: Codable, Hashable, Sendable {
    let start: Position
    let end: Position

    /// Whether the ranges overlap or meet at a position.
    func touches(_ other: PositionRange) -> Bool {
        start <= other.end && other.start <= end
    }
}

/// A range of a file.
struct Location: Codable, Hashable, Sendable {
    let uri: String
    let range: PositionRange
}

/// The unit of `character` in a position.
enum PositionEncoding: String, Codable, Sendable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
}
