/// Pieces of Markdown for a forge's page, in which every untrusted text is neutral: it becomes no
/// link, no mention and no markup.
package enum MarkdownText {
    /// Punctuation as entities.
    package static func escaped(_ text: String) -> String {
        var before: [Unicode.Scalar] = []
        return text.unicodeScalars.map { scalar in
            defer { before = before.suffix(2) + [scalar] }
            // Forges link `www.` without a scheme in front.
            let isLink =
                scalar == "." && before.count == 3 && before.allSatisfy { $0 == "w" || $0 == "W" }
            let isPlain =
                !scalar.isASCII || scalar.properties.isAlphabetic || scalar == " "
                || ("0"..."9").contains(scalar) || "-.,;/".unicodeScalars.contains(scalar)
            return isPlain && !isLink ? String(scalar) : "&#\(scalar.value);"
        }.joined()
    }

    package static func code(_ text: String) -> String { "<code>\(escaped(text))</code>" }

    /// A message with the text between back-ticks as code.
    package static func marked(_ message: String) -> String {
        let parts = message.split(separator: "`", omittingEmptySubsequences: false)
        // With an odd number of back-ticks, it is unclear what they quote.
        guard parts.count % 2 == 1 else { return escaped(message) }
        return parts.enumerated().map { number, part in
            number % 2 == 1 ? code(String(part)) : escaped(String(part))
        }.joined()
    }

    /// The line break-terminated row of a table, of cells that are Markdown already.
    package static func row(_ cells: [String]) -> String {
        "| " + cells.joined(separator: " | ") + " |\n"
    }

    /// A table, empty without rows; rows beyond `limit` characters are only counted.
    package static func table(
        _ header: [String], _ rows: [String], rest noun: String, limit: Int
    ) -> String {
        guard !rows.isEmpty else { return "" }
        var size = 0
        let shown = rows.prefix { row in
            size += row.unicodeScalars.count
            return size < limit
        }
        let rest = rows.count - shown.count
        let head = header.map { $0.isEmpty ? " |" : " \($0) |" }.joined()
        let table = "\n|\(head)\n|" + header.map { _ in "---|" }.joined() + "\n" + shown.joined()
        return (shown.isEmpty ? "" : table)
            + (rest > 0 ? "\n… and \(counted(rest, "more \(noun)")).\n" : "")
    }
}
