import ImageReferences

/// The name of an image, in the two ways that people write it.
package struct ImageName: Hashable, Sendable {
    /// Registry and path in full, such as `docker.io/library/nginx`.
    package let full: String
    /// To compare images by.
    package let canonical: String

    /// Nil where a template or a fault leaves the name open; a tag or digest is left out.
    package init?(_ text: String) {
        guard let repository = Repository(nameIn: text) else { return nil }
        canonical = repository.canonicalName
        let registry = repository.registry ?? "docker.io"
        let isOfficial = registry == "docker.io" && !repository.path.utf8.contains(0x2F)
        full = registry + (isOfficial ? "/library/" : "/") + repository.path
    }
}

/// A tag of an image.
package struct TaggedImage: Hashable, Sendable {
    package let name: ImageName
    package let tag: String

    package init(name: ImageName, tag: String) {
        self.name = name
        self.tag = tag
    }
}
