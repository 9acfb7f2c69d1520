/// How people name a place in a file: `FILE:LINE` or `FILE:LINE:COLUMN`, as reports do.
package struct PlaceAddress: Hashable, Sendable {
    /// As typed.
    package let file: String
    /// Counts from 1.
    package let line: Int
    /// Counts Unicode scalars from 1; nil for the whole line.
    package let column: Int?

    package init(file: String, line: Int, column: Int?) {
        (self.file, self.line, self.column) = (file, line, column)
    }

    /// Nil unless a file and a line are there; two numbers at the end are line and column.
    package init?(_ text: String) {
        var parts = text.split(separator: ":", omittingEmptySubsequences: false)[...]
        guard let last = parts.popLast(), let number = Self.number(last) else { return nil }
        if parts.count > 1, let line = parts.last.flatMap(Self.number) {
            parts.removeLast()
            (self.line, column) = (line, number)
        } else {
            (line, column) = (number, nil)
        }
        file = parts.joined(separator: ":")
        if file.isEmpty { return nil }
    }

    private static func number(_ text: Substring) -> Int? {
        guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let number = Int(text), number > 0
        else { return nil }
        return number
    }
}
