/// Where images of one name live: a registry and a path in it.
package struct Repository: Hashable, Sendable {
    /// Nil stands for Docker Hub.
    package let registry: String?
    package let path: String

    package init(registry: String?, path: String) {
        self.registry = registry
        self.path = path
    }

    /// The name in a reference, without a look at what is wrong with that; nil where a template
    /// leaves it open.
    package init?(
        nameIn reference: String,
        convention: ImageReference.RegistryConvention = .containerRuntime
    ) {
        let parts = ReferenceSplitter(reference, convention: convention).parts(.whole)
        guard !parts.registry.isUnknown, let path = parts.repository.text else { return nil }
        self.init(registry: parts.registry.text, path: path)
    }

    /// The name to compare repositories by, never to write.
    ///
    /// Docker Hub is `index.docker.io`, and its one-component paths gain `library/`; the case of
    /// a registry is kept. Source: go-containerregistry, `name.NewRepository`.
    package var canonicalName: String {
        let host = registry.map { $0 == "docker.io" ? Self.dockerHub : $0 } ?? Self.dockerHub
        let isOfficial = host == Self.dockerHub && !path.utf8.contains(UInt8(ascii: "/"))
        return host + "/" + (isOfficial ? "library/" : "") + path
    }

    private static let dockerHub = "index.docker.io"
}
