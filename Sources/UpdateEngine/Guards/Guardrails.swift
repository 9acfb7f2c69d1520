package import Configuration
import ManifestFacts
package import RepositoryLinking
import Triage

/// The configuration's objections to the images that an update would write.
package struct Guardrails {
    private let configuration: RepositoryConfiguration
    private let environments: Environments?
    private let inquiry: ImageInquiry
    private let source: TagSource

    /// - Parameter model: What says so; nil where it declares no policy.
    package init(
        _ configuration: RepositoryConfiguration, in model: RepositoryModel?,
        from source: TagSource,
        asking inquiry: ImageInquiry
    ) {
        self.configuration = configuration
        environments = model?.environments
        self.inquiry = inquiry
        self.source = source
    }

    /// The refusals of a plan's changes.
    func refusals(of plan: UpdatePlan) async -> RefusedWrites {
        if allowAll { return RefusedWrites() }
        let proposals = plan.changedFiles.flatMap { file in
            MarkerGroup.groups(in: file).compactMap { group in
                change(group, in: file).map { change in
                    Proposal(
                        places: group.offsets.map { WritePlace(path: file.path, offset: $0) },
                        change: change, objection: objection(to: change))
                }
            }
        }
        await inquiry.learnAges(
            of: proposals.filter { $0.objection == nil && $0.change.hasAgeLimit }.map(
                \.change.image))
        var refused = RefusedWrites()
        for proposal in proposals {
            let reason =
                if let known = proposal.objection { known } else {
                    await laterObjection(to: proposal.change)
                }
            guard let reason else { continue }
            for place in proposal.places { refused.note(Refusal(reason), at: place) }
        }
        return refused
    }

    private var allowAll: Bool {
        configuration.environments.isEmpty && configuration.updateLimits.isEmpty
            && !inquiry.verifies
    }

    /// One change at all its markers.
    private struct Proposal {
        let places: [WritePlace]
        let change: ImageChange
        /// The objection that is known without a request.
        let objection: String?
    }

    private func change(_ group: MarkerGroup, in file: FileUpdate) -> ImageChange? {
        guard let image = group.image else { return nil }
        let own = environments(ofPath: file.path, namespace: group.object?.namespace)
            .filter { $0.speaks(ofImage: ImageName(image.name)?.full ?? image.name) ?? true }
        return ImageChange(
            subject: ExemptionSubject(
                path: file.path, image: ImageName(image.name)?.full, policy: group.policy,
                object: group.object?.exemptionName),
            image: image, oldTags: group.oldTags, holdsDigest: group.holdsDigest,
            policies: group.policies,
            limits: own.isEmpty ? [configuration.updateLimits] : own.map(\.updateLimits),
            identities: own.compactMap(\.identity?.value))
    }

    private func environments(ofPath path: String, namespace: String?) -> [Environment] {
        environments?.configured(ofPath: path, namespace: namespace)
            ?? configuration.environments(ofPath: path)
    }

    private func objection(to change: ImageChange) -> String? {
        let name = change.subject.image ?? change.image.name
        let loss = TagLoss(of: name, from: inquiry.formerTags, to: source)
        for limits in change.limits {
            let objection = ImageGuard.objection(
                to: change, under: limits, on: inquiry.today, loss: loss)
            if let objection { return objection }
        }
        return ImageGuard.identity(change)
    }

    /// The objections of others, who are not asked about a change that is refused anyway.
    private func laterObjection(to change: ImageChange) async -> String? {
        for limits in change.limits where limits.minimumAge != nil {
            let objection = ImageGuard.age(
                inquiry.age(of: change.image), of: change, limits,
                now: inquiry.secondsSince1970)
            if let objection { return objection }
        }
        return await inquiry.verificationFailure(of: change.image)
    }
}

extension ImageChange {
    fileprivate var hasAgeLimit: Bool { limits.contains { $0.minimumAge != nil } }
}
