package import ImageReferences
import SourceText
import WebAccess

internal import struct Crypto.SHA256
internal import struct Crypto.SHA384
internal import struct Crypto.SHA512

/// The manifest of a tag or digest: one image, or an index of images for several platforms.
///
/// Sources: OCI image specification, `manifest.md` and `image-index.md`, and Docker's two types
/// of the same shape.
package struct Manifest: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
        case image(configuration: Descriptor)
        case index([Descriptor])
    }

    /// Another piece of content, by its digest.
    package struct Descriptor: Equatable, Sendable {
        package let mediaType: String
        package let digest: Digest
        /// In bytes.
        package let size: Int
        /// Of an index's images, where it is known; as in `linux/arm64/v8`.
        package let platform: String?
    }

    package let mediaType: String
    /// Of the bytes that came, whatever the registry says.
    package let digest: Digest
    package let content: Content

    /// In the order in which a registry may choose.
    package static let mediaTypes = indexTypes + imageTypes

    /// Bytes; the OCI distribution specification lets a registry refuse longer ones.
    static let sizeLimit = 4 << 20

    static func isIndex(_ mediaType: String) -> Bool { indexTypes.contains(mediaType) }

    private static let indexTypes = [
        "application/vnd.oci.image.index.v1+json",
        "application/vnd.docker.distribution.manifest.list.v2+json",
    ]
    private static let imageTypes = [
        "application/vnd.oci.image.manifest.v1+json",
        "application/vnd.docker.distribution.manifest.v2+json",
    ]

    /// Reads an answer whose body has the digest that is given.
    ///
    /// A document that is both, or another type than it was sent as, is refused: two readers might
    /// see two images in it (CVE-2021-41190).
    init(_ answer: HTTPAnswer, digest: Digest, reference: String) throws(RegistryError.Reason) {
        guard let document = JSON.value(ManifestDocument.self, from: answer.body) else {
            throw .answer(.malformed(.manifest(reference)))
        }
        let sent = answer.values(of: "content-type").first.map { $0.prefix { $0 != ";" } }
        let types = [sent.map(String.init)?.trimmed, document.mediaType].compactMap(\.self)
        let known = types.filter(Self.mediaTypes.contains)
        guard let type = known.first else {
            throw .answer(.unsupportedMediaType(types.first ?? ""))
        }
        let isIndex = Self.indexTypes.contains(type)
        guard known.allSatisfy({ $0 == type }), isIndex == (document.config == nil),
            isIndex == (document.layers == nil), isIndex == (document.manifests != nil)
        else { throw .answer(.malformed(.manifest(reference))) }
        let descriptors = (document.config.map { [$0] } ?? document.manifests ?? [])
            .map(\.descriptor)
        guard !descriptors.contains(nil) else { throw .answer(.malformed(.manifest(reference))) }
        let valid = descriptors.compactMap(\.self)
        mediaType = type
        self.digest = digest
        content = isIndex ? .index(valid) : .image(configuration: valid[0])
    }
}

private struct ManifestDocument: Decodable {
    struct Entry: Decodable {
        struct Platform: Decodable {
            let os: String
            let architecture: String
            let variant: String?
        }

        let mediaType: String
        let digest: String
        let size: Int
        let platform: Platform?

        /// Nil without a valid digest and size.
        var descriptor: Manifest.Descriptor? {
            guard let digest = Digest(digest), size >= 0 else { return nil }
            let platform = platform.map {
                [$0.os, $0.architecture, $0.variant].compactMap(\.self).filter { !$0.isEmpty }
            }
            return Manifest.Descriptor(
                mediaType: mediaType, digest: digest, size: size,
                platform: platform?.joined(separator: "/"))
        }
    }

    struct Layer: Decodable {}

    let mediaType: String?
    let config: Entry?
    let layers: [Layer]?
    let manifests: [Entry]?
}

extension Digest {
    /// The digest of `bytes`; nil for algorithms that images do not use.
    init?(of bytes: [UInt8], algorithm: String = "sha256") {
        let hash: any Sequence<UInt8>
        switch algorithm {
        case "sha256": hash = SHA256.hash(data: bytes)
        case "sha384": hash = SHA384.hash(data: bytes)
        case "sha512": hash = SHA512.hash(data: bytes)
        default: return nil
        }
        self.init("\(algorithm):\(hash.hexadecimal)")
    }
}
