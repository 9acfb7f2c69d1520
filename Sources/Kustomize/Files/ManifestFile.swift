package import ManifestFacts

/// The facts of one file, at its path.
package final class ManifestFile: Sendable {
    /// Relative to the repository's root, with forward slashes.
    package let path: String
    package let facts: FileFacts

    package init(path: String, facts: FileFacts) {
        self.path = path
        self.facts = facts
    }
}
