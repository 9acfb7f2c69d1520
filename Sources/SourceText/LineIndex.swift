/// A line and a column for people and reports, both 1-based.
package struct SourcePosition: Codable, Hashable, Sendable {
    package let line: Int
    /// In Unicode scalars.
    package let column: Int
    /// In UTF-16 code units, as in SARIF and the language server protocol.
    package let utf16Column: Int
    /// In UTF-8 bytes, as in reviewdog.
    package let utf8Column: Int

    /// The position at the start of a text.
    package static let start = SourcePosition(line: 1, column: 1, utf16Column: 1, utf8Column: 1)
}

/// The line starts of a text, by which byte offsets become positions.
///
/// A line ends after LF, after CR LF, or after a CR that no LF follows, as in YAML. A byte-order
/// mark belongs to the first line and takes no column.
package struct LineIndex: Sendable {
    let bytes: [UInt8]
    /// Ascending; the first is 0, and a final line break starts one more, empty line.
    private let lineStarts: [Int]
    /// The extent of the text before each block, which keeps columns cheap on very long lines.
    ///
    /// Empty for ASCII, where bytes, scalars and UTF-16 units are the same.
    private let blockExtents: [TextExtent]
    private static let blockSize = 1_024

    /// Cost: linear in `bytes`, which must be UTF-8.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        for offset in bytes.indices where bytes[offset] <= 0x0D {
            let isLoneReturn =
                bytes[offset] == 0x0D
                && (offset + 1 == bytes.count || bytes[offset + 1] != 0x0A)
            if bytes[offset] == 0x0A || isLoneReturn { starts.append(offset + 1) }
        }
        lineStarts = starts
        blockExtents = bytes.isASCII ? [] : Self.extents(of: bytes)
    }

    private static func extents(of bytes: [UInt8]) -> [TextExtent] {
        var extents: [TextExtent] = []
        var extent = TextExtent()
        for offset in bytes.indices {
            if offset % blockSize == 0 { extents.append(extent) }
            extent.append(bytes[offset])
        }
        return extents
    }

    package var lineCount: Int { lineStarts.count }

    /// The position of the byte at `offset`; the text's end is a valid offset.
    package func position(at offset: Int) -> SourcePosition {
        let line = lineNumber(at: offset)
        let start = contentStart(ofLine: line)
        let before = extent(before: start)
        let through = extent(before: max(offset, start))
        return SourcePosition(
            line: line, column: through.scalars - before.scalars + 1,
            utf16Column: through.utf16Units - before.utf16Units + 1,
            utf8Column: max(offset, start) - start + 1)
    }

    private func extent(before offset: Int) -> TextExtent {
        guard offset > 0 else { return TextExtent() }
        if blockExtents.isEmpty { return TextExtent(scalars: offset, utf16Units: offset) }
        let block = (offset - 1) / Self.blockSize
        var extent = blockExtents[block]
        for byte in bytes[block * Self.blockSize..<offset] { extent.append(byte) }
        return extent
    }

    /// The 1-based number of the line that contains the byte at `offset`.
    package func lineNumber(at offset: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    /// The span of a line, without its line break and without a byte-order mark.
    package func span(ofLine line: Int) -> SourceSpan {
        let start = contentStart(ofLine: line)
        var end = line < lineStarts.count ? lineStarts[line] : bytes.count
        while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        return SourceSpan(start, end)
    }

    private func contentStart(ofLine line: Int) -> Int {
        let start = lineStarts[line - 1]
        return start == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : start
    }
}

/// The length of a text in the two units of columns.
private struct TextExtent {
    var scalars = 0
    var utf16Units = 0

    mutating func append(_ byte: UInt8) {
        if byte & 0xC0 == 0x80 { return }
        scalars += 1
        utf16Units += byte >= 0xF0 ? 2 : 1
    }
}

/// A span as two positions; the end is exclusive.
package struct SourceRegion: Codable, Hashable, Sendable {
    package let start: SourcePosition
    package let end: SourcePosition
}

extension LineIndex {
    package func region(of span: SourceSpan) -> SourceRegion {
        SourceRegion(start: position(at: span.lowerBound), end: position(at: span.upperBound))
    }
}
