import ImageReferences
package import RegistryAccess
package import RepositoryLinking
package import TagSnapshots
import WebAccess

/// The digests that registries give for tags: of an image for several platforms, that of the index.
///
/// The ones that could be had, and why the others could not.
package struct DigestOutcome: Sendable {
    private let digests: [(tagged: TaggedImage, digest: Digest)]
    /// In the order of the tags.
    package let failures: [ScanFailure]

    /// - Parameter progress: Is called with the number of tags that are done.
    package init(
        of tags: [TaggedImage], from client: RegistryClient, progress: (Int) -> Void
    ) async {
        let answers = await answers(to: tags, progress: progress) { tagged in
            await Result { () async throws(RegistryError) in
                try await client.digest(of: RegistryImage(tagged.name.full), tag: tagged.tag)
            }
        }
        digests = zip(tags, answers).compactMap { tagged, answer in
            (try? answer.get()).map { (tagged, $0) }
        }
        failures = zip(tags, answers).compactMap { tagged, answer in
            guard case .failure(let error) = answer else { return nil }
            return ScanFailure(image: "\(tagged.name.full):\(tagged.tag)", error.reason)
        }
    }

    package func note(in tags: inout TagSnapshot) {
        for (tagged, digest) in digests {
            tags.note(digest.text, of: tagged.tag, canonicalName: tagged.name.canonical)
        }
    }
}
