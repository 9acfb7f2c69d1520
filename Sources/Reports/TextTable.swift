/// Rows of text in columns as wide as their widest cell, two spaces apart.
package struct TextTable {
    /// A text, escaped for a terminal, optionally in a role's colour.
    package struct Cell {
        let text: String
        /// In columns of a terminal.
        let width: Int
        let role: TextStyle.Role?

        package init(_ text: String, _ role: TextStyle.Role? = nil) {
            self.role = role
            // A shortcut for ASCII, as there may be very many tags and nearly all are ASCII.
            if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) {
                self.text = text
                width = text.utf8.count
            } else {
                let visible = VisibleText(text)
                self.text = visible.text
                width = visible.width
            }
        }
    }

    private let header: [Cell]
    private let rows: [[Cell]]

    /// An empty `header` is not shown; rows may have fewer cells than others.
    package init(header: [String] = [], _ rows: [[Cell]]) {
        self.header = header.map { Cell($0, .rule) }
        self.rows = rows
    }

    /// One line for each row, with its line break and without trailing spaces.
    package func text(in style: TextStyle, indent: Int = 0) -> String {
        var widths: [Int] = []
        forEachRow { row in
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], cell.width)
            }
        }
        let length = widths.reduce(indent) { $0 + $1 + 2 }
        // Bytes, because appending to a `String` takes several times as long.
        var text: [UInt8] = []
        text.reserveCapacity((rows.count + 1) * length)
        forEachRow { row in
            var gap = indent
            for (cell, width) in zip(row, widths) {
                if cell.width > 0 {
                    text += repeatElement(UInt8(ascii: " "), count: gap)
                    text += (cell.role.map { style.applied($0, to: cell.text) } ?? cell.text).utf8
                    gap = 0
                }
                gap += width - cell.width + 2
            }
            text.append(UInt8(ascii: "\n"))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Calls `body` with the header, if there is one, and then with each row.
    private func forEachRow(_ body: ([Cell]) -> Void) {
        if !header.isEmpty { body(header) }
        rows.forEach(body)
    }
}

extension [TextTable.Cell] {
    /// A row with a label and its value.
    package static func row(
        _ label: String, _ text: String, _ role: TextStyle.Role? = nil
    ) -> [TextTable.Cell] {
        [.init(label, .gutter), .init(text, role)]
    }
}
