import RepositoryLinking

/// An image as an event names it.
struct EventImage: Hashable, Sendable {
    /// As images are compared; nil where the event names no registry.
    let canonical: String?
    /// In lower case.
    let path: String

    /// Nil for a text that is no name of an image.
    init?(host: String?, path: String) {
        let path = path.lowercased().trimmed(of: "/")
        guard !path.isEmpty, path.utf8.count <= 512 else { return nil }
        guard let host = host?.lowercased(), !host.isEmpty else {
            self.init(canonical: nil, path: path)
            return
        }
        self.init(reference: "\(host)/\(path)")
    }

    /// Reads `host/path`, with a tag, a digest or a lone colon behind it.
    init?(reference: String) {
        var text = reference.lowercased()
        while text.last == ":" { text.removeLast() }
        guard text.utf8.count <= 1024, let name = ImageName(text) else { return nil }
        self.init(
            canonical: name.canonical,
            path: String(name.canonical.drop { $0 != "/" }.dropFirst()))
    }

    private init(canonical: String?, path: String) {
        self.canonical = canonical
        self.path = path
    }

    /// Whether the event may be about that image.
    ///
    /// A registry that no ImageRepository of the Receiver has may be an internal name of one of
    /// them: then the paths decide.
    func mayBe(_ image: ImageName, amongHosts hosts: Set<String>) -> Bool {
        let own = image.canonical.lowercased()
        if let canonical {
            if canonical == own { return true }
            if hosts.contains(String(canonical.prefix { $0 != "/" })) { return false }
        }
        return own.drop { $0 != "/" }.dropFirst() == path
    }
}

extension String {
    fileprivate func trimmed(of character: Character) -> String {
        var text = Substring(self)
        while text.first == character { text.removeFirst() }
        while text.last == character { text.removeLast() }
        return String(text)
    }
}
