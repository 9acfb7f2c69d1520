package import SourceText

/// The changes of edits to one file in the format of `git diff`, ready for `git apply`.
package struct UnifiedDiff {
    private static let contextSize = 3

    /// A range of lines of the old text, counted from 0, and the edits that change them.
    private struct Change {
        var lines: Range<Int>
        var edits: [TextEdit]
    }

    private let path: String
    private let source: [UInt8]
    /// The offsets of the starts of all lines, and of the text's end.
    private let starts: [Int]
    private let changes: [Change]

    /// - Parameter edits: Ascending and without overlaps.
    package init(path: String, source: [UInt8], edits: [TextEdit]) {
        self.path = path
        self.source = source
        var starts = [0]
        for (offset, byte) in source.enumerated() where byte == 0x0A { starts.append(offset + 1) }
        if starts.last != source.count { starts.append(source.count) }
        self.starts = starts
        var changes: [Change] = []
        for edit in edits {
            let first = Self.line(of: edit.span.lowerBound, starts)
            let last = Self.line(of: max(edit.span.lowerBound, edit.span.upperBound - 1), starts)
            if let former = changes.last, first < former.lines.upperBound {
                let lines = former.lines.lowerBound..<max(former.lines.upperBound, last + 1)
                changes[changes.count - 1] = Change(lines: lines, edits: former.edits + [edit])
            } else {
                changes.append(Change(lines: first..<last + 1, edits: [edit]))
            }
        }
        self.changes = changes
    }

    /// The diff with its last line break; empty without edits.
    package var text: String {
        guard !changes.isEmpty else { return "" }
        let (old, new) = (Self.quoted("a/" + path), Self.quoted("b/" + path))
        var text = "diff --git \(old) \(new)\n--- \(old)\(tab)\n+++ \(new)\(tab)\n"
        var growth = 0
        for hunk in hunks { text += self.text(of: hunk, growth: &growth) }
        return text
    }

    /// A tab after a name with spaces, which Git writes so that `patch` reads the whole name.
    private var tab: String { path.contains(" ") ? "\t" : "" }

    /// The changes in groups whose contexts overlap or touch.
    private var hunks: [[Change]] {
        changes.reduce(into: []) { hunks, change in
            if let former = hunks.last?.last,
                change.lines.lowerBound - former.lines.upperBound <= 2 * Self.contextSize
            {
                hunks[hunks.count - 1].append(change)
            } else {
                hunks.append([change])
            }
        }
    }

    private func text(of hunk: [Change], growth: inout Int) -> String {
        guard let first = hunk.first, let last = hunk.last else { return "" }
        let lineCount = starts.count - 1
        let start = max(0, first.lines.lowerBound - Self.contextSize)
        let end = min(lineCount, last.lines.upperBound + Self.contextSize)
        var body = ""
        var next = start
        var newCount = end - start
        for change in hunk {
            body += marked(" ", lines(next..<change.lines.lowerBound))
            let new = newLines(of: change)
            body += marked("-", lines(change.lines)) + marked("+", new)
            newCount += new.count - change.lines.count
            next = change.lines.upperBound
        }
        body += marked(" ", lines(next..<end))
        let oldCount = end - start
        let newStart = start + growth
        growth += newCount - oldCount
        return "@@ -\(Self.range(start, oldCount)) +\(Self.range(newStart, newCount)) @@\n" + body
    }

    private func lines(_ range: Range<Int>) -> [ArraySlice<UInt8>] {
        range.map { source[starts[$0]..<starts[$0 + 1]] }
    }

    private func newLines(of change: Change) -> [ArraySlice<UInt8>] {
        let start = starts[change.lines.lowerBound]
        let text = Array(source[start..<starts[change.lines.upperBound]])
        let edits = change.edits.map { edit in
            TextEdit(
                span: SourceSpan(edit.span.lowerBound - start, edit.span.upperBound - start),
                replacement: edit.replacement)
        }
        return ((try? text.applying(edits)) ?? text).lines
    }

    private func marked(_ mark: String, _ lines: [ArraySlice<UInt8>]) -> String {
        lines.map { line in
            let text = mark + String(decoding: line, as: UTF8.self)
            return line.last == 0x0A ? text : text + "\n\\ No newline at end of file\n"
        }.joined()
    }

    private static func line(of offset: Int, _ starts: [Int]) -> Int {
        var low = 0
        var high = starts.count - 1
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// The first line, counted from 1, and the count, as in `12,7`; for no lines, the line above.
    private static func range(_ start: Int, _ count: Int) -> String {
        let first = count == 0 ? start : start + 1
        return count == 1 ? "\(first)" : "\(first),\(count)"
    }

    /// Quotes a name with control characters, quotes or backslashes, as Git does.
    private static func quoted(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || "\"\\".utf8.contains($0) })
        else { return name }
        let escaped = name.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"", "\\": return "\\\(scalar)"
            case "\n": return "\\n"
            case "\t": return "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 8)
                return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            default: return String(scalar)
            }
        }
        return "\"" + escaped.joined() + "\""
    }
}
