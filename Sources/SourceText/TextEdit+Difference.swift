extension [TextEdit] {
    /// Returns the edits that turn one text into another, each a replacement of whole lines.
    ///
    /// They ascend and never touch. The lines that differ must be valid UTF-8.
    package init(turning old: [UInt8], into new: [UInt8]) {
        let (oldLines, newLines) = (old.lines, new.lines)
        let difference = newLines.difference(from: oldLines)
        let removed = Set(difference.removals.map(\.offset))
        let inserted = Set(difference.insertions.map(\.offset))
        self = []
        var (row, newRow, offset) = (0, 0, 0)
        while row < oldLines.count || newRow < newLines.count {
            let start = offset
            while row < oldLines.count, removed.contains(row) {
                offset += oldLines[row].count
                row += 1
            }
            var text: [UInt8] = []
            while newRow < newLines.count, inserted.contains(newRow) {
                text += newLines[newRow]
                newRow += 1
            }
            if start < offset || !text.isEmpty {
                append(
                    TextEdit(
                        span: SourceSpan(start, offset),
                        replacement: String(decoding: text, as: UTF8.self)))
            }
            guard row < oldLines.count else { continue }
            offset += oldLines[row].count
            row += 1
            newRow += 1
        }
    }
}

extension CollectionDifference.Change {
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
