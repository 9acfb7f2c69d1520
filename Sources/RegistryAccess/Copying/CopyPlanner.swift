import ImageReferences
import WebAccess

/// Walks through an image and everything that is attached to it, and notes what the destination
/// lacks.
struct CopyPlanner {
    private let copy: ImageCopy
    let source: CopySide
    let destination: CopySide
    let limits: CopyLimits
    private var puts: [CopyPlan.Put] = []
    private var blobs: [Manifest.Descriptor] = []
    private(set) var seenManifests: Set<Digest> = []
    private var seenBlobs: Set<Digest> = []
    private var manifestBytes = 0
    /// How many manifests were read.
    private var count = 0

    init(_ copy: ImageCopy, _ client: RegistryClient, limits: CopyLimits) {
        self.copy = copy
        self.limits = limits
        source = .source(of: copy, client)
        destination = .destination(of: copy, client)
    }

    mutating func plan() async throws(CopyError.Reason) -> CopyPlan {
        guard Tag(copy.tag).isValid else { throw .invalidTag }
        switch try await destination.state(ofTag: copy.tag) {
        case .hidden: throw .tagHidden
        case .holds(copy.digest): return plan(of: nil)
        case .holds(let other): throw .tagTaken(by: other)
        case .absent: break
        }
        guard copy.way != .sameRepository else {
            guard let manifest = try await source.manifest(copy.digest.text) else {
                throw source.missing(copy.digest.text)
            }
            return plan(of: manifest)
        }
        guard let manifest = try await add(copy.digest, size: nil, depth: 0) else {
            throw source.missing(copy.digest.text)
        }
        // What is attached may be attached to any image of an index.
        for digest in seenManifests.sorted(by: { $0.text < $1.text }) {
            try await addSignatures(of: digest)
            try await addReferrers(of: digest, depth: 1)
        }
        return plan(of: manifest)
    }

    private func plan(of manifest: CopiedManifest?) -> CopyPlan {
        CopyPlan(
            copy: copy, isAlreadyThere: manifest == nil, manifest: manifest, puts: puts,
            blobs: blobs)
    }

    /// Notes a manifest behind everything that it refers to; nil where the source lacks it.
    mutating func add(
        _ digest: Digest, size: Int?, depth: Int, attachedTo subject: Digest? = nil,
        isListed: Bool = true
    ) async throws(CopyError.Reason) -> CopiedManifest? {
        guard depth <= limits.depth else { throw .tooDeep(limit: limits.depth) }
        guard let manifest = try await source.manifest(digest.text) else { return nil }
        try count(manifest)
        guard size ?? manifest.bytes.count == manifest.bytes.count else {
            throw .sizeDiffers(digest, expected: size ?? 0, actual: manifest.bytes.count)
        }
        guard subject == nil || manifest.subject == subject else { return nil }
        seenManifests.insert(digest)
        try await addContent(of: manifest, depth: depth)
        let isThere = try await destination.ask { exchange throws(RegistryError.Reason) in
            try await exchange.hasManifest(digest)
        }
        if !isThere || !isListed {
            note(manifest, reference: digest.text, isAttachment: subject != nil)
        }
        return manifest
    }

    static let questionsAtOnce = 6

    /// Notes that a manifest is put after those that were noted before.
    mutating func note(_ manifest: CopiedManifest, reference: String, isAttachment: Bool) {
        puts.append(
            CopyPlan.Put(manifest: manifest, reference: reference, isAttachment: isAttachment))
    }

    /// Counts a manifest of the source, which must be within the limits.
    mutating func count(_ manifest: CopiedManifest) throws(CopyError.Reason) {
        count += 1
        manifestBytes += manifest.bytes.count
        guard count <= limits.manifests else { throw .tooManyManifests(limit: limits.manifests) }
        guard manifestBytes <= limits.manifestBytes else {
            throw .manifestsTooLong(limit: limits.manifestBytes)
        }
    }

    /// Notes the manifests and blobs that a manifest needs.
    mutating func addContent(
        of manifest: CopiedManifest, depth: Int
    ) async throws(CopyError.Reason) {
        for child in manifest.children where !seenManifests.contains(child.digest) {
            let found = try await add(child.digest, size: child.size, depth: depth + 1)
            if found == nil { throw source.missing(child.digest.text) }
        }
        let new = manifest.blobs.filter { seenBlobs.insert($0.digest).inserted }
        guard seenBlobs.count <= limits.blobs else { throw .tooManyBlobs(limit: limits.blobs) }
        let destination = destination
        let missing = try await new.concurrentMap(atOnce: Self.questionsAtOnce) {
            blob throws(CopyError.Reason) in
            try await destination.ask { exchange throws(RegistryError.Reason) in
                !(try await exchange.hasBlob(blob.digest))
            }
        }
        blobs += zip(new, missing).filter(\.1).map(\.0)
    }
}
