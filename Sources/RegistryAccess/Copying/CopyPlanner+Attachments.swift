import ImageReferences
import WebAccess

extension CopyPlanner {
    /// Notes what cosign attached by tags.
    mutating func addSignatures(of digest: Digest) async throws(CopyError.Reason) {
        let (source, tags) = (source, digest.cosignTags)
        let found = try await tags.concurrentMap(atOnce: Self.questionsAtOnce) {
            tag throws(CopyError.Reason) in
            try await source.manifest(tag)
        }
        for case (let tag, let manifest?) in zip(tags, found) {
            try count(manifest)
            guard try await lacks(manifest, tag: tag) else { continue }
            try await addContent(of: manifest, depth: 0)
            note(manifest, reference: tag, isAttachment: true)
        }
    }

    /// Whether the destination's tag is to be put; one that would lose a signature is refused.
    private func lacks(
        _ manifest: CopiedManifest, tag: String
    ) async throws(CopyError.Reason) -> Bool {
        switch try await destination.state(ofTag: tag) {
        case .absent: return true
        case .hidden: throw .tagHidden
        case .holds(manifest.digest): return false
        case .holds(let other):
            let there = try await destination.manifest(tag)?.contents ?? []
            if there.isSuperset(of: manifest.contents) { return false }
            if there.isSubset(of: manifest.contents) { return true }
            throw .signaturesDiffer(tag: tag, there: other, here: manifest.digest)
        }
    }

    /// Notes what refers to a manifest, and what refers to that: a signature of a list of parts.
    ///
    /// A manifest that the list still names but the source has lost is passed over, as is one that
    /// says that it belongs to another.
    mutating func addReferrers(
        of digest: Digest, depth: Int
    ) async throws(CopyError.Reason) {
        let limits = limits
        let found = try await source.read { exchange throws(CopyError.Reason) in
            try await exchange.referrers(of: digest, limits: limits)
        }
        let new = found.filter { !seenManifests.contains($0) }
        guard !new.isEmpty else { return }
        let listed = try await destination.read { exchange throws(CopyError.Reason) in
            try await exchange.referrers(of: digest, limits: limits)
        }
        for referrer in new {
            let manifest = try await add(
                referrer, size: nil, depth: 0, attachedTo: digest,
                isListed: listed.contains(referrer))
            if manifest != nil, depth < Self.referrerDepth {
                try await addReferrers(of: referrer, depth: depth + 1)
            }
        }
    }

    private static let referrerDepth = 2
}

extension CopiedManifest {
    /// The digests of what it refers to.
    fileprivate var contents: Set<Digest> {
        Set((Manifest.isIndex(mediaType) ? children : Array(blobs.dropFirst())).map(\.digest))
    }
}
