package import ImageReferences

/// An image by its digest, and the tag that is to hold it elsewhere, byte for byte.
package struct ImageCopy: Equatable, Sendable {
    package let source: RegistryImage
    package let digest: Digest
    package let destination: RegistryImage
    package let tag: String

    package init(source: RegistryImage, digest: Digest, destination: RegistryImage, tag: String) {
        self.source = source
        self.digest = digest
        self.destination = destination
        self.tag = tag
    }

    /// How content gets from one place to the other.
    package enum Way: Equatable, Sendable {
        /// It is there already; only the tag is missing.
        case sameRepository
        /// The registry takes it over from its other repository.
        case sameRegistry
        case otherRegistry
    }

    package var way: Way {
        guard source.host == destination.host else { return .otherRegistry }
        return source.path == destination.path ? .sameRepository : .sameRegistry
    }
}

/// A copy as it was carried out.
package struct CopyOutcome: Equatable, Sendable {
    /// Of the tag, as read back.
    package let digest: Digest
    /// False where the tag held the image before.
    package let isNew: Bool
    /// How many manifests were put, that of the tag and those attached to the image among them.
    package internal(set) var manifests = 0
    /// Blobs that the registry took over from its other repository.
    package internal(set) var mounted = 0
    package internal(set) var streamedBytes = 0
    /// Signatures, attestations and the like that were put.
    package internal(set) var attachments = 0
    /// Warnings of the destination, each once, with nothing that a terminal obeys.
    package internal(set) var warnings: [String] = []

    init(digest: Digest, isNew: Bool) {
        self.digest = digest
        self.isNew = isNew
    }
}

/// How far the blobs of a copy are.
package struct CopyProgress: Equatable, Sendable {
    package let bytes: Int
    package let bytesInAll: Int
}

/// How much one copy may take.
package struct CopyLimits: Equatable, Sendable {
    /// Indexes within indexes.
    package var depth = 3
    /// Images, indexes and everything that is attached to them.
    package var manifests = 512
    /// Of all manifests together.
    package var manifestBytes = 64 << 20
    package var blobs = 4096
    /// Of one manifest.
    package var referrers = 256
    package var referrerPages = 32
    /// For one blob.
    package var blobTime = Duration.seconds(4 * 3600)

    package init() {}
}
