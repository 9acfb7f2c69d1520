// Cost: at most linear in the length of the line, so each may be called for every line.
extension [UInt8] {
    /// The start of the line that contains the byte at `offset`, after a byte-order mark.
    package func lineStart(of offset: Int) -> Int {
        let start = self[..<offset].lastIndex(where: Self.isBreak).map { $0 + 1 } ?? 0
        return start == 0 && starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : start
    }

    /// The end of the line that contains the byte at `offset`, before its line break.
    package func lineEnd(of offset: Int) -> Int {
        self[offset...].firstIndex(where: Self.isBreak) ?? count
    }

    /// The line break at the end of a line: LF, CR LF or CR; empty at the end of the text.
    package func lineBreak(at end: Int) -> SourceSpan {
        let rest = self[end...].prefix(2)
        let isPair = rest.elementsEqual([0x0D, 0x0A])
        return SourceSpan(end, end + (rest.isEmpty ? 0 : isPair ? 2 : 1))
    }

    private static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    /// The line break of a line; a last line without one uses that of the line before.
    package func lineBreakText(of offset: Int) -> String {
        var found = lineBreak(at: lineEnd(of: offset))
        let start = lineStart(of: offset)
        if found.isEmpty, start > 0, Self.isBreak(self[start - 1]) {
            let isPair = start > 1 && self[start - 2] == 0x0D && self[start - 1] == 0x0A
            found = SourceSpan(start - (isPair ? 2 : 1), start)
        }
        return found.isEmpty ? "\n" : String(decoding: self[found.range], as: UTF8.self)
    }
}

extension [UInt8] {
    /// The lines, each with its LF, the only line break here; the last may have none.
    package var lines: [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var rest = self[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
            lines.append(rest[..<end])
            rest = rest[end...]
        }
        return lines
    }
}

extension TextEdit {
    /// Inserts lines above the one at `offset`, with its indentation and line break.
    package init(inserting lines: [String], above offset: Int, in bytes: [UInt8]) {
        let start = bytes.lineStart(of: offset)
        let indent = String(
            decoding: bytes[start...].prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
        let end = bytes.lineBreakText(of: offset)
        self.init(at: start, lines.map { indent + $0 + end }.joined())
    }
}
