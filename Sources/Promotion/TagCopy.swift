import ImageReferences
import RegistryAccess

/// The tag that one image gets: planned, and then put.
struct TagCopy {
    private enum State {
        /// Both environments use the tag.
        case shared
        case planned(CopyPlan)
        case done(CopyOutcome)
        case failed(String)
    }

    private var state: State

    /// Finds out what has to be copied; a tag that exists with another digest is refused.
    init(
        of image: PromotedImage, from source: RegistryImage, to destination: RegistryImage,
        _ registry: RegistryClient
    ) async throws(PromotionObstacle) {
        let isElsewhere = source != destination
        guard let tag = image.target.tag, let digest = image.target.digest.flatMap({ Digest($0) })
        else {
            guard !isElsewhere else {
                throw .noTag(
                    image: image.target.name,
                    reason: "the source names a digest alone, and a copy needs a tag")
            }
            state = .shared
            return
        }
        guard isElsewhere || tag != image.source.tag else {
            state = .shared
            return
        }
        let copy = ImageCopy(
            source: source, digest: digest, destination: destination, tag: tag)
        do throws(CopyError) {
            state = .planned(try await ImageCopier(registry).plan(copy))
        } catch {
            throw .copy(error)
        }
    }

    /// Copies what is missing, and puts the tag last.
    mutating func carryOut(
        _ registry: RegistryClient, _ note: @escaping @Sendable (PromotionStep) -> Void
    ) async {
        guard case .planned(let plan) = state else { return }
        let words = "copying \(plan.copy.destination.name):\(plan.copy.tag)"
        note(PromotionStep(words))
        do throws(CopyError) {
            state = .done(
                try await ImageCopier(registry).carryOut(plan) { progress in
                    note(PromotionStep(words, progress: progress))
                })
        } catch {
            state = .failed("\(error)")
        }
    }

    /// The outcome of a dry run.
    var planned: PromotionReport.TagOutcome {
        switch state {
        case .planned(let plan) where plan.isAlreadyThere: .present
        case .planned(let plan): .planned(attachments: plan.attachments, bytes: plan.missingBytes)
        case .shared, .done, .failed: outcome
        }
    }

    var outcome: PromotionReport.TagOutcome {
        switch state {
        case .shared: .shared
        case .planned, .failed: .untouched
        case .done(let outcome):
            outcome.isNew
                ? .put(attachments: outcome.attachments, bytes: outcome.streamedBytes) : .present
        }
    }

    var failure: String? {
        if case .failed(let reason) = state { reason } else { nil }
    }

    /// Warnings of the registry.
    var warnings: [String] {
        if case .done(let outcome) = state { outcome.warnings } else { [] }
    }
}
