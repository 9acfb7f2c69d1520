import ImageReferences

/// Everything that a copy is going to write, found out without writing.
package struct CopyPlan: Sendable {
    /// A manifest to be put before the tag.
    struct Put: Sendable {
        let manifest: CopiedManifest
        /// Its digest, or a tag of its own.
        let reference: String
        let isAttachment: Bool
    }

    package let copy: ImageCopy
    /// Whether the tag holds the image already, so that there is nothing to do.
    package let isAlreadyThere: Bool
    /// Of the tag.
    let manifest: CopiedManifest?
    /// In the order in which they are put: each after everything that it refers to.
    let puts: [Put]
    let blobs: [Manifest.Descriptor]

    /// How many manifests are put, that of the tag included.
    package var manifests: Int { isAlreadyThere ? 0 : puts.count + 1 }
    /// Signatures, attestations and the like among them.
    package var attachments: Int { puts.count(where: \.isAttachment) }
    /// How many blobs the destination lacks.
    package var missingBlobs: Int { blobs.count }
    /// The bytes of these blobs.
    ///
    /// Only between registries they are sent for certain; within one it usually takes them over.
    package var missingBytes: Int { blobs.reduce(0) { $0 + $1.size } }
}
