/// An image as a user names it: in full, or by its last parts, as in `org/web` or `web`.
package struct ImageQuery: Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// The full names that may be meant, ascending: the one that is named in full, else all that
    /// end so.
    package func matches(among names: some Collection<String>) -> [String] {
        if let exact = ImageName(text)?.full, names.contains(exact) { return [exact] }
        return names.filter { $0.hasSuffix("/\(text)") }.sorted()
    }

    /// Whether an image may be meant.
    package func means(_ image: ImageName) -> Bool {
        ImageName(text)?.canonical == image.canonical || image.full.hasSuffix("/\(text)")
    }
}
