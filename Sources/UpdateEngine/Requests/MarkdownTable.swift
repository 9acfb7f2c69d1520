import Reports

/// A table in the body of a pull request.
package struct MarkdownTable: Sendable {
    let header: [String]
    /// Cells of code.
    let rows: [[String]]

    package init(_ header: [String], _ rows: [[String]]) {
        self.header = header
        self.rows = rows
    }

    package var text: String {
        // A bar ends a cell, also within code.
        let cells = rows.map { $0.map { $0.markdownCode.replacing("|", with: "\\|") } }
        return ([header, header.map { _ in "---" }] + cells)
            .map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
    }
}

extension String {
    /// Text of others as code in Markdown, on one line.
    package var markdownCode: String {
        // A back-tick would end the code.
        isEmpty ? "" : "`" + visible.replacing("`", with: "'") + "`"
    }
}
