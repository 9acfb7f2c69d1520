/// Untrusted text, escaped for a terminal as one line.
///
/// Control, format and other invisible characters appear as `\n` or `\u{1B}`, so that no name or
/// value can move the cursor, reorder the line or forge a second one.
package struct VisibleText {
    /// A scalar as it is shown, and how many columns it takes.
    private struct Cell {
        let text: String
        let width: Int
    }

    private var cells: [Cell]

    /// - Parameter expandsTabs: Whether a tab becomes four spaces, as in sources, or else `\t`.
    package init(_ text: String, expandsTabs: Bool = false) {
        cells = text.unicodeScalars.map { scalar in
            if expandsTabs, scalar == "\t" { return Cell(text: "    ", width: 4) }
            guard scalar.actsOnTerminals else {
                return Cell(text: String(scalar), width: scalar.columnCount)
            }
            let escape = scalar.escape
            return Cell(text: escape, width: escape.utf8.count)
        }
    }

    package var text: String { cells.map(\.text).joined() }

    /// The width in columns of a terminal.
    package var width: Int { cells.reduce(0) { $0 + $1.width } }

    /// The longest beginning that takes at most `columns`.
    func prefix(columns: Int) -> VisibleText {
        var copy = self
        copy.cells = Self.cells(cells, fitting: columns)
        return copy
    }

    /// The longest ending that takes at most `columns`.
    func suffix(columns: Int) -> VisibleText {
        var copy = self
        copy.cells = Self.cells(cells.reversed(), fitting: columns).reversed()
        return copy
    }

    private static func cells(_ cells: [Cell], fitting columns: Int) -> [Cell] {
        var left = columns
        return Array(
            cells.prefix { cell in
                left -= cell.width
                return left >= 0
            })
    }
}

extension String {
    /// The text, escaped for a terminal.
    package var visible: String { VisibleText(self).text }
}

extension Unicode.Scalar {
    /// The scalar as a Swift string literal writes it, such as `\n` or `\u{1B}`.
    fileprivate var escape: String {
        switch self {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(value, radix: 16, uppercase: true))}"
        }
    }

    /// Whether the scalar is a control character, invisible, or reorders other text.
    var actsOnTerminals: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
            .unassigned:
            return true
        case .nonspacingMark:
            // Variation selectors only choose between two looks of an emoji.
            return false
        default:
            return properties.isDefaultIgnorableCodePoint
        }
    }
}
