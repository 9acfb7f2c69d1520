package import ImageReferences
import ManifestFacts
import RepositoryLinking

/// The registry's answer about one reference.
package enum ImageContent: Hashable, Sendable {
    /// The digest of the manifest, and those of its images where it is an index.
    case known(Digest, children: Set<Digest>)
    /// With the reason: one clause.
    case failed(String)
}

/// A reference that a registry is asked about.
package struct ImageQuestion: Hashable, Sendable {
    /// Registry and path in full.
    package let name: String
    /// A tag or a digest.
    package let reference: String
}

/// A tag and a digest as Git has them.
struct ExpectedVersion: Hashable, Sendable {
    /// `latest` where neither is written.
    let tag: String?
    let digest: Digest?

    /// Whether the text of an image in a specification is this version, whatever its name: mirrors
    /// rewrite names.
    func isVersion(of image: String) -> Bool {
        let reference = ImageReference(image)
        if let digest { return reference.digest.text == digest.text }
        return (reference.tag.text ?? "latest") == tag
    }

    var words: String { "`" + (digest.map { $0.short } ?? tag ?? "latest") + "`" }
}

extension VerifiedImage {
    /// Nil where the repository does not tell it.
    var version: ExpectedVersion? {
        if let text = digest.text {
            return Digest(text).map { ExpectedVersion(tag: tag.text, digest: $0) }
        }
        guard digest == .absent else { return nil }
        switch tag {
        case .known(let tag): return ExpectedVersion(tag: tag, digest: nil)
        case .open: return nil
        // In values of a chart, which has a tag of its own.
        case .absent where object?.kind == "HelmRelease": return nil
        case .absent: return ExpectedVersion(tag: "latest", digest: nil)
        }
    }

    /// The question to the image's registry; nil where name or version is not known.
    package var question: ImageQuestion? {
        guard let name, let version else { return nil }
        return ImageQuestion(
            name: name.full, reference: version.digest?.text ?? version.tag ?? "latest")
    }
}
