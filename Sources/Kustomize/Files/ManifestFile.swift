package import ManifestFacts

/// The facts of one file, at its path.
package final class ManifestFile: Sendable {
    /// Relative to the repository's root, with forward slashes.
    package let path: String
    package let facts: FileFacts
    /// For the objects that a template makes: the place in the model of the file that has the
    /// template, whose path and text are the same.
    package let template: Int?

    package init(path: String, facts: FileFacts, template: Int? = nil) {
        self.path = path
        self.facts = facts
        self.template = template
    }
}
