package import Configuration
import ManifestFacts
package import RepositoryLinking
import Triage

/// What the configuration has against the images that an update would write.
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
        var refused = RefusedWrites()
        if allowAll { return refused }
        for file in plan.changedFiles {
            for group in MarkerGroup.groups(in: file) {
                guard let change = change(group, in: file),
                    let reason = await objection(to: change)
                else { continue }
                for offset in group.offsets {
                    refused.note(
                        Refusal(reason), at: WritePlace(path: file.path, offset: offset))
                }
            }
        }
        return refused
    }

    private var allowAll: Bool {
        configuration.environments.isEmpty && configuration.updateLimits.isEmpty
            && !inquiry.verifies
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

    /// Nobody is asked about what is refused anyway.
    private func objection(to change: ImageChange) async -> String? {
        let name = change.subject.image ?? change.image.name
        let loss = TagLoss(of: name, from: inquiry.formerTags, to: source)
        for limits in change.limits {
            let objection = ImageGuard.objection(
                to: change, under: limits, on: inquiry.today, loss: loss)
            if let objection { return objection }
        }
        if let objection = ImageGuard.identity(change) { return objection }
        for limits in change.limits where limits.minimumAge != nil {
            let objection = ImageGuard.age(
                await inquiry.age(of: change.image), of: change, limits,
                now: inquiry.secondsSince1970)
            if let objection { return objection }
        }
        return await inquiry.verificationFailure(of: change.image)
    }
}
