/// A text of Markdown with at most so many UTF-16 units, the last line of which says what is
/// missing.
struct ShortenedText {
    let text: String

    init(_ text: String, limit: Int) {
        guard text.utf16.count > limit else {
            self.text = text
            return
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        // Room for the note, and for the ends of what is open.
        let room = max(0, limit - 240)
        var length = 0
        let kept = lines.prefix { line in
            length += line.utf16.count + 1
            return length <= room
        }
        var start = kept.joined(separator: "\n")
        if kept.isEmpty, let first = lines.first {
            start = String(Self.start(of: first, limit: room))
        }
        let fences = kept.count { $0.drop { $0 == " " }.hasPrefix("```") }
        if !fences.isMultiple(of: 2) { start += "\n```" }
        let opened = kept.count { $0.hasPrefix("<details") }
        let closed = kept.count { $0.hasPrefix("</details>") }
        let open = min(opened - closed, Self.depthLimit)
        if open > 0 { start += "\n" + String(repeating: "\n</details>", count: open) }
        self.text =
            start
            + "\n\n_Shortened: \(kept.count) of \(lines.count) lines fit into a pull request._"
    }

    /// Of folded parts within each other that are closed.
    private static let depthLimit = 8

    /// The longest start with at most so many UTF-16 units that ends between two characters.
    static func start(of text: Substring, limit: Int) -> Substring {
        var length = 0
        return text.prefix { character in
            length += character.utf16.count
            return length <= limit
        }
    }
}
