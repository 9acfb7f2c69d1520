import ImageReferences
import WebAccess

/// A manifest with the bytes that its digest proves, and everything that it needs.
struct CopiedManifest: Equatable, Sendable {
    let mediaType: String
    let digest: Digest
    let bytes: [UInt8]
    /// Manifests of an index.
    let children: [Manifest.Descriptor]
    /// Configuration and layers, without the layers that only their vendor may distribute.
    let blobs: [Manifest.Descriptor]
    /// The manifest that this one is attached to.
    let subject: Digest?
    /// As a list of referrers has it.
    let artifactType: String?
    let annotations: [String: String]

    /// With the one of artefacts before version 1.1 of the specification.
    static let mediaTypes = Manifest.mediaTypes + [artifact]

    private static let artifact = "application/vnd.oci.artifact.manifest.v1+json"

    /// Reads an answer whose body has the digest that is given.
    init(_ answer: HTTPAnswer, digest: Digest) throws(CopyError.Reason) {
        guard let document = JSON.value(CopiedDocument.self, from: answer.body) else {
            throw .malformed(digest)
        }
        mediaType = try Self.mediaType(of: answer, stated: document.mediaType, digest)
        guard document.hasShape(of: mediaType) else { throw .malformed(digest) }
        let layers = (document.layers ?? []).filter { !$0.isForeign }
        let entries = (document.config.map { [$0] } ?? []) + layers + (document.blobs ?? [])
        children = try Self.descriptors(document.manifests ?? [], of: digest)
        blobs = try Self.descriptors(entries, of: digest)
        subject = try Self.descriptors(document.subject.map { [$0] } ?? [], of: digest).first?
            .digest
        artifactType = document.artifactType ?? document.config?.mediaType
        annotations = document.annotations ?? [:]
        self.digest = digest
        bytes = answer.body
    }

    private static func mediaType(
        of answer: HTTPAnswer, stated: String?, _ digest: Digest
    ) throws(CopyError.Reason) -> String {
        let sent = answer.values(of: "content-type").first
            .map { String($0.prefix { $0 != ";" }).trimmed }
        guard let type = sent ?? stated, mediaTypes.contains(type) else {
            throw .unsupported(sent ?? stated ?? "")
        }
        if let stated, stated != type {
            throw .mediaTypeDiffers(digest, sent: type, stated: stated)
        }
        return type
    }

    private static func descriptors(
        _ entries: [CopiedDocument.Entry], of digest: Digest
    ) throws(CopyError.Reason) -> [Manifest.Descriptor] {
        var descriptors: [Manifest.Descriptor] = []
        for entry in entries {
            guard let target = Digest(entry.digest), entry.size >= 0 else {
                throw .malformed(digest)
            }
            descriptors.append(
                Manifest.Descriptor(
                    mediaType: entry.mediaType, digest: target, size: entry.size, platform: nil))
        }
        return descriptors
    }
}

extension CopyError.Reason {
    static func malformed(_ digest: Digest) -> CopyError.Reason {
        .registry(RegistryError(.answer(.malformed(.manifest(digest.text)))))
    }

    fileprivate static func unsupported(_ type: String) -> CopyError.Reason {
        .registry(RegistryError(.answer(.unsupportedMediaType(type))))
    }
}

private struct CopiedDocument: Decodable {
    struct Entry: Decodable {
        let mediaType: String
        let digest: String
        let size: Int

        /// Whether it stays with its vendor, whose address is in the manifest.
        var isForeign: Bool {
            mediaType.contains(".foreign.") || mediaType.contains(".nondistributable.")
        }
    }

    let mediaType: String?
    let config: Entry?
    let layers: [Entry]?
    let manifests: [Entry]?
    let blobs: [Entry]?
    let subject: Entry?
    let artifactType: String?
    let annotations: [String: String]?

    /// Two readers must not see two images in one document (CVE-2021-41190).
    func hasShape(of mediaType: String) -> Bool {
        if Manifest.isIndex(mediaType) {
            return manifests != nil && config == nil && layers == nil && blobs == nil
        }
        guard manifests == nil else { return false }
        return Manifest.mediaTypes.contains(mediaType)
            ? config != nil && layers != nil && blobs == nil : config == nil && layers == nil
    }
}
