package import ManifestFacts

/// All facts of a snapshot, linked: what rules judge.
package struct RepositoryModel: Sendable {
    /// Ascending by the bytes of their paths.
    package let files: [ManifestFile]
    package let policies: PolicyNames
    package let overrides: ImageOverrides

    /// Links the facts of all files. Cost: linear in their number.
    package init(files: [ManifestFile]) {
        self.files = files
        policies = PolicyNames(files: files)
        overrides = ImageOverrides(files: files)
    }
}

/// The facts of one file, at its path.
package struct ManifestFile: Sendable {
    /// Relative to the repository's root, with forward slashes.
    package let path: String
    package let facts: FileFacts

    package init(path: String, facts: FileFacts) {
        self.path = path
        self.facts = facts
    }
}
