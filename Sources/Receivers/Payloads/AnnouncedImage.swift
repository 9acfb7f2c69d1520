import ImageReferences

/// An image that an event names: a reason to ask the registry, never a tag to write.
struct AnnouncedImage: Hashable, Sendable {
    /// Registry and path, or the path alone.
    private let identity: ImageIdentity
    /// Whether the host is the one by which everybody knows the registry.
    ///
    /// Otherwise it is what the sender or the one who pushed used, perhaps a name behind a proxy.
    let isPublicName: Bool

    /// Nil for what cannot be an image's name.
    ///
    /// - Parameters:
    ///   - reference: With or without tag and digest; GitHub sends some with an empty tag.
    ///   - host: In front of it; nil where the reference has one, or where none is known.
    init?(_ reference: String, host: String? = nil, isPublicName: Bool) {
        let whole = host.map { "\($0)/\(reference)" } ?? reference
        guard whole.utf8.count <= Self.lengthLimit else { return nil }
        var text = whole
        while text.hasSuffix(":") || text.hasSuffix("/") { text.removeLast() }
        guard let identity = ImageIdentity(text), !identity.path.isEmpty else { return nil }
        self.identity = identity
        self.isPublicName = isPublicName
    }

    /// In bytes.
    private static let lengthLimit = 1_024

    /// Whether it is exactly that image.
    func isSame(as image: ImageIdentity) -> Bool { identity.canonical == image.canonical }

    /// Whether it may be that image under another host, perhaps with a path in front.
    func mayBe(_ image: ImageIdentity) -> Bool {
        !isPublicName && (image.path == identity.path || image.path.hasSuffix("/\(identity.path)"))
    }
}

/// An image's name in lower case, in the ways that names are compared.
struct ImageIdentity: Hashable, Sendable {
    let canonical: String
    /// Without the registry.
    let path: String

    /// Nil for what is no image's name; a tag or digest is left out.
    init?(_ reference: String) {
        guard let repository = Repository(nameIn: reference) else { return nil }
        canonical = repository.canonicalName.lowercased()
        path = repository.path.lowercased()
    }
}
