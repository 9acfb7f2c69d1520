import ImageReferences
internal import Synchronization
import WebAccess

/// The writing half of a copy: blobs, manifests, then the tag.
struct CopyRun {
    private let plan: CopyPlan
    private let source: CopySide
    private let destination: CopySide
    private let limits: CopyLimits
    private var outcome: CopyOutcome

    init(_ plan: CopyPlan, _ client: RegistryClient, limits: CopyLimits) {
        self.plan = plan
        self.limits = limits
        source = .source(of: plan.copy, client)
        destination = .destination(of: plan.copy, client)
        outcome = CopyOutcome(digest: plan.copy.digest, isNew: true)
    }

    mutating func copyBlobs(
        _ progress: @escaping @Sendable (CopyProgress) -> Void
    ) async throws(CopyError.Reason) {
        let meter = CopyMeter(total: plan.missingBytes, progress)
        let (source, destination, way, limit) = (
            source, destination, plan.copy.way, limits.blobTime
        )
        let results = try await plan.blobs.concurrentMap(atOnce: Self.blobsAtOnce) {
            blob throws(CopyError.Reason) in
            let copying = BlobCopying(
                source: source, destination: destination, way: way, limit: limit
            ) { meter.set($0, of: blob.digest) }
            let result = try await copying.copy(blob)
            meter.set(blob.size, of: blob.digest)
            return (blob.size, result)
        }
        for (size, result) in results {
            switch result {
            case .mounted: outcome.mounted += 1
            case .streamed: outcome.streamedBytes += size
            }
        }
    }

    private static let blobsAtOnce = 3

    /// Puts everything that has to be there before the tag.
    mutating func putManifests() async throws(CopyError.Reason) {
        for put in plan.puts {
            let answer = try await answer(toPutting: put.manifest, put.reference)
            guard answer.isAccepted else { throw .refusal(of: put.reference, answer) }
            try note(answer, put.manifest, put.reference)
            outcome.attachments += put.isAttachment ? 1 : 0
            let isListed = !answer.values(of: "oci-subject").isEmpty
            if let subject = put.manifest.subject, put.isAttachment, !isListed {
                let manifest = put.manifest
                try await destination.read { exchange throws(CopyError.Reason) in
                    try await exchange.list(manifest, asReferrerOf: subject)
                }
            }
        }
    }

    /// Puts the tag where it is still free, and reads it back.
    mutating func putTag(
        _ manifest: CopiedManifest
    ) async throws(CopyError.Reason) -> CopyOutcome {
        guard try await isFree(for: manifest.digest) else {
            return CopyOutcome(outcome, isNew: false)
        }
        let answer = try await answer(toPutting: manifest, plan.copy.tag)
        let state = try await destination.state(ofTag: plan.copy.tag)
        if state != .holds(manifest.digest) {
            guard answer.isAccepted else { throw Self.problem(of: answer, state, plan.copy.tag) }
            throw .readBackDiffers(state.digest)
        }
        // A refusal counts for nothing where the tag is as it is to be.
        if answer.isAccepted { try note(answer, manifest, plan.copy.tag) }
        return outcome
    }

    private func isFree(for digest: Digest) async throws(CopyError.Reason) -> Bool {
        switch try await destination.state(ofTag: plan.copy.tag) {
        case .absent: true
        case .holds(digest): false
        case .holds(let other): throw .tagTaken(by: other)
        case .hidden: throw .tagHidden
        }
    }

    private func answer(
        toPutting manifest: CopiedManifest, _ reference: String
    ) async throws(CopyError.Reason) -> HTTPAnswer {
        try await destination.ask { exchange throws(RegistryError.Reason) in
            try await exchange.put(manifest.bytes, type: manifest.mediaType, reference: reference)
        }
    }

    private mutating func note(
        _ answer: HTTPAnswer, _ manifest: CopiedManifest, _ reference: String
    ) throws(CopyError.Reason) {
        outcome.manifests += 1
        for warning in answer.warnings where !outcome.warnings.contains(warning) {
            outcome.warnings.append(warning)
        }
        let told = ImageExchange.toldDigest(in: answer)
        guard told == nil || told == manifest.digest else {
            throw .registry(
                RegistryError(
                    .answer(
                        .digestMismatch(
                            .manifest(reference), expected: manifest.digest.text,
                            actual: told?.text ?? "")), image: plan.copy.destination.name))
        }
    }

    private static func problem(
        of answer: HTTPAnswer, _ state: TagState, _ tag: String
    ) -> CopyError.Reason {
        if state != .absent, RegistryMessage.saysImmutable(answer) {
            return .tagImmutable(holding: state.digest)
        }
        if let other = state.digest { return .tagTaken(by: other) }
        return .refusal(of: tag, answer)
    }
}

extension CopyError.Reason {
    static func refusal(of reference: String, _ answer: HTTPAnswer) -> CopyError.Reason {
        .refused(
            .manifest(reference), status: answer.status, message: RegistryMessage.text(of: answer))
    }
}

extension TagState {
    fileprivate var digest: Digest? {
        if case .holds(let digest) = self { digest } else { nil }
    }
}

extension HTTPAnswer {
    /// Whether a manifest was taken.
    var isAccepted: Bool { [200, 201, 202].contains(status) }
}

extension CopyOutcome {
    fileprivate init(_ outcome: CopyOutcome, isNew: Bool) {
        self.init(digest: outcome.digest, isNew: isNew)
        manifests = outcome.manifests
        mounted = outcome.mounted
        streamedBytes = outcome.streamedBytes
        attachments = outcome.attachments
        warnings = outcome.warnings
    }
}

/// Adds up how far the blobs are that are copied at the same time.
private final class CopyMeter: Sendable {
    private let total: Int
    private let progress: @Sendable (CopyProgress) -> Void
    private let state = Mutex((bytes: [Digest: Int](), most: 0))

    init(total: Int, _ progress: @escaping @Sendable (CopyProgress) -> Void) {
        self.total = total
        self.progress = progress
    }

    /// Tells how far all are; a blob that begins anew turns nothing back.
    func set(_ bytes: Int, of digest: Digest) {
        state.withLock { state in
            state.bytes[digest] = bytes
            state.most = max(state.most, state.bytes.values.reduce(0, +))
            // Within the lock, so that it only grows.
            progress(CopyProgress(bytes: state.most, bytesInAll: total))
        }
    }
}
