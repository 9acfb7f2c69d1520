import SourceText

/// Converts between positions in one text and byte offsets.
///
/// Unlike in reports, a byte-order mark counts as a character, because an editor that sends it
/// counts it. `LineIndex` ends lines as the protocol specifies.
struct DocumentPositions: Sendable {
    private let bytes: [UInt8]
    private let lines: LineIndex
    private let encoding: PositionEncoding

    /// Cost: one pass over `bytes`, which must be UTF-8.
    init(_ bytes: [UInt8], _ encoding: PositionEncoding) {
        self.bytes = bytes
        lines = LineIndex(bytes)
        self.encoding = encoding
    }

    /// The position at a byte offset, which may be the text's end.
    func position(at offset: Int) -> Position {
        let line = lines.lineNumber(at: offset)
        let units = bytes[lineRange(line).lowerBound..<offset].reduce(0) { $0 + width(of: $1) }
        return Position(line: line - 1, character: units)
    }

    func range(of span: SourceSpan) -> PositionRange {
        PositionRange(start: position(at: span.lowerBound), end: position(at: span.upperBound))
    }

    /// The byte offset of a position; inside a character, the offset of its start.
    ///
    /// As the protocol specifies, a column past the line's end means that end. A line past the last
    /// one means the text's end.
    func offset(of position: Position) -> Int {
        guard position.line < lines.lineCount else { return bytes.count }
        guard position.line >= 0 else { return 0 }
        let line = lineRange(position.line + 1)
        var (offset, rest) = (line.lowerBound, position.character)
        while offset < line.upperBound {
            let length = Self.length(ofCharacter: bytes[offset])
            let units = encoding == .utf8 ? length : length == 4 ? 2 : 1
            guard rest >= units else { break }
            rest -= units
            offset += length
        }
        return min(offset, line.upperBound)
    }

    func span(of range: PositionRange) -> SourceSpan {
        let (start, end) = (offset(of: range.start), offset(of: range.end))
        return SourceSpan(min(start, end), max(start, end))
    }

    /// The byte range of a 1-based line, without its line break.
    private func lineRange(_ line: Int) -> Range<Int> {
        let span = lines.span(ofLine: line)
        return line == 1 ? 0..<span.upperBound : span.range
    }

    /// The number of units that a byte adds to a column: in UTF-16, 0 for continuation bytes.
    private func width(of byte: UInt8) -> Int {
        switch encoding {
        case .utf8: 1
        case .utf16: byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
        }
    }

    private static func length(ofCharacter first: UInt8) -> Int {
        switch first {
        case 0xF0...: 4
        case 0xE0...: 3
        case 0xC0...: 2
        default: 1
        }
    }
}
