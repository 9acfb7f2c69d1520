/// The name of an image without tag and digest: a registry and a path.
package struct Repository: Hashable, Sendable {
    /// Nil for Docker Hub.
    package let registry: String?
    package let path: String

    package init(registry: String?, path: String) {
        self.registry = registry
        self.path = path
    }

    /// Reads the name in a reference, which may be invalid; nil if a template fills in a part of
    /// it.
    package init?(
        nameIn reference: String,
        convention: ImageReference.RegistryConvention = .containerRuntime
    ) {
        let parts = ReferenceSplitter(reference, convention: convention).parts(.whole)
        guard !parts.registry.isUnknown, let path = parts.repository.text else { return nil }
        self.init(registry: parts.registry.text, path: path)
    }

    /// The normalized name, for comparisons only.
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
