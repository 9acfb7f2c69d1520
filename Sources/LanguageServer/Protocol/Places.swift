/// A place in a document, as the protocol counts.
struct Position: Codable, Hashable, Comparable, Sendable {
    /// From 0.
    let line: Int
    /// From 0, in the units that were agreed on.
    let character: Int

    static func < (left: Position, right: Position) -> Bool {
        (left.line, left.character) < (right.line, right.character)
    }
}

/// Two places; the end is exclusive.
struct PositionRange: Codable, Hashable, Sendable {
    let start: Position
    let end: Position

    /// Whether they share something, be it a place between two characters.
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
