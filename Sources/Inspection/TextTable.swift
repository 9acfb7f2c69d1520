import Reports

/// Rows of text in columns as wide as their widest cell, two blanks apart.
struct TextTable {
    /// A text, harmless on a terminal, perhaps in a role's colour.
    struct Cell {
        let text: String
        /// In columns of a terminal.
        let width: Int
        let role: TextStyle.Role?

        init(_ text: String, _ role: TextStyle.Role? = nil) {
            self.role = role
            // Nearly all tags are plain, and there may be very many of them.
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

    private let rows: [[Cell]]

    /// Without a header where that is empty; rows may be shorter than others.
    init(header: [String] = [], _ rows: [[Cell]]) {
        let header = header.map { Cell($0, .rule) }
        self.rows = (header.isEmpty ? [] : [header]) + rows
    }

    /// One line for each row, with its line break, without blanks at its end.
    func text(in style: TextStyle, indent: Int = 0) -> String {
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], cell.width)
            }
        }
        let length = widths.reduce(indent) { $0 + $1 + 2 }
        let blanks = String(repeating: " ", count: length)
        var text = ""
        text.reserveCapacity(rows.count * length)
        for row in rows {
            var gap = indent
            for (cell, width) in zip(row, widths) {
                if cell.width > 0 {
                    text += blanks.prefix(gap)
                    text += cell.role.map { style.applied($0, to: cell.text) } ?? cell.text
                    gap = 0
                }
                gap += width - cell.width + 2
            }
            text += "\n"
        }
        return text
    }
}

extension [TextTable.Cell] {
    /// A label and what it stands for.
    static func row(
        _ label: String, _ text: String, _ role: TextStyle.Role? = nil
    ) -> [TextTable.Cell] {
        [.init(label, .gutter), .init(text, role)]
    }
}
