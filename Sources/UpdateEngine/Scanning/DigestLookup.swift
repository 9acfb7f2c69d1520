import ImageReferences
package import RegistryAccess
package import RepositoryLinking
package import TagSnapshots

/// The digests that registries give for tags: of an image for several platforms, that of the index.
package struct DigestLookup: Sendable {
    private let client: RegistryClient

    package init(_ client: RegistryClient) {
        self.client = client
    }

    /// In the order of the tags, whichever answer comes first.
    ///
    /// - Parameter progress: Is called with the number of tags that are done.
    package func outcome(
        of tags: [TaggedImage], progress: (Int) -> Void = { _ in }
    ) async -> DigestOutcome {
        DigestOutcome(
            of: tags, await answers(to: tags, progress: progress) { await answer(about: $0) })
    }

    private func answer(about tagged: TaggedImage) async -> Result<Digest, RegistryError> {
        do throws(RegistryError) {
            let image = try RegistryImage(tagged.name.full)
            return .success(try await client.digest(of: image, tag: tagged.tag))
        } catch {
            return .failure(error)
        }
    }
}

/// The digests that could be had, and why the others could not.
package struct DigestOutcome: Sendable {
    private let digests: [(tagged: TaggedImage, digest: Digest)]
    /// In the order of the tags.
    package let failures: [ScanFailure]

    fileprivate init(of tags: [TaggedImage], _ answers: [Result<Digest, RegistryError>]) {
        digests = zip(tags, answers).compactMap { tagged, answer in
            (try? answer.get()).map { (tagged, $0) }
        }
        failures = zip(tags, answers).compactMap { tagged, answer in
            guard case .failure(let error) = answer else { return nil }
            return ScanFailure(
                image: "\(tagged.name.full):\(tagged.tag)", message: "\(error.reason)")
        }
    }

    package func note(in tags: inout TagSnapshot) {
        for (tagged, digest) in digests {
            tags.note(digest.text, of: tagged.tag, canonicalName: tagged.name.canonical)
        }
    }
}
