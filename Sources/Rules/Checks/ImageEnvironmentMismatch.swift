import Configuration
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags manifests that deploy builds of a lower environment, or follow its policy.
struct ImageEnvironmentMismatch: Rule {
    static let judgesDeployment = true
    static let followsImages = true

    func findings(in model: RepositoryModel) -> [Finding] {
        let tags = model.misplacedTags.compactMap { finding($0, in: model) }
        let places = Set(tags.map { SourceLocation(path: $0.location.path, span: $0.scalar) })
        return tags + markers(in: model, besides: places) + siblings(in: model, besides: places)
    }

    private func finding(_ misplaced: MisplacedTag, in model: RepositoryModel) -> Finding? {
        guard let owner = misplaced.owner else { return nil }
        let tag = misplaced.tag
        return finding(
            "`\(tag.tag)` is a tag of `\(owner)`, but this file belongs to "
                + "`\(misplaced.environment)`: deploy a build that was made for it",
            at: tag.location, in: model,
            scalar: tag.scalar, object: tag.object,
            environments: [misplaced.environment, owner], tag: tag.tag,
            topic: FindingTopic(image: tag.image?.full))
    }

    private func markers(
        in model: RepositoryModel, besides places: Set<SourceLocation>
    ) -> [Finding] {
        guard !model.environments.names.isEmpty else { return [] }
        return model.markers.flatMap { marker -> [Finding] in
            guard marker.fact.liveSetter != nil, let target = marker.fact.target,
                !places.contains(SourceLocation(path: marker.path, span: target.span))
            else { return [] }
            let policies = model.policyLinks.policies(of: marker)
            let owners = Set(policies.map { model.environments.token(of: $0) })
            guard owners.count == 1, let owner = owners.first ?? nil, let policy = policies.first
            else { return [] }
            return environments(of: marker, in: model)
                .filter { model.environments.isLower(owner, than: $0) }
                .map { name in
                    finding(
                        "the policy `\(policy.name)` selects tags of `\(owner)`, but this file "
                            + "belongs to `\(name)`: follow a policy of that environment",
                        at: marker.location, in: model,
                        scalar: target.span,
                        related: [
                            RelatedLocation("what the policy selects", at: policy.selectorLocation)
                        ],
                        object: marker.fact.object, environments: [name, owner], tag: nil,
                        topic: FindingTopic(policy: policy.name))
                }
        }
    }

    /// Markers of production that follow a policy of a lower environment although production has
    /// one for the same application.
    private func siblings(
        in model: RepositoryModel, besides places: Set<SourceLocation>
    ) -> [Finding] {
        let environments = model.environments
        guard !environments.areConfigured,
            environments.names.contains(where: environments.isProduction)
        else { return [] }
        let siblings = PolicySiblings(model)
        return model.markers.compactMap { marker -> Finding? in
            guard marker.fact.liveSetter != nil, let target = marker.fact.target,
                let name = environments.production(ofPath: marker.path),
                !places.contains(SourceLocation(path: marker.path, span: target.span))
            else { return nil }
            let policies = model.policyLinks.policies(of: marker)
            guard let policy = policies.first, Set(policies.map(\.name)).count == 1,
                environments.token(of: policy) == nil,
                let sibling = siblings.sibling(of: policy)
            else { return nil }
            return finding(
                "this file belongs to `\(name)`, but its marker follows `\(policy.name)` as "
                    + "`\(sibling.environment)` does, so Flux writes builds here that are meant for "
                    + "`\(sibling.environment)`; did you mean `\(sibling.policy.name)`?",
                at: marker.location, in: model,
                scalar: target.span,
                related: [
                    RelatedLocation(
                        "a marker of `\(sibling.environment)`", at: sibling.follower.location),
                    RelatedLocation("the policy of production", at: sibling.policy.location),
                ],
                object: marker.fact.object, environments: [name, sibling.environment], tag: nil,
                topic: FindingTopic(policy: policy.name))
        }
    }

    /// The environments that must not run builds of lower ones: configured ones without `tags`;
    /// without configuration, production.
    private func environments(
        of marker: Placed<MarkerFact>, in model: RepositoryModel
    ) -> [String] {
        guard model.environments.areConfigured else {
            return model.environments.production(ofPath: marker.path).map { [$0] } ?? []
        }
        return model.environments.configured(
            ofPath: marker.path, namespace: marker.fact.object?.namespace
        ).filter { $0.tags == nil }.map(\.name.value)
    }

    private func finding(
        _ message: String, at location: SourceLocation, in model: RepositoryModel,
        scalar: SourceSpan, related: [RelatedLocation] = [], object: ObjectIdentity?,
        environments: [String], tag: String?, topic: FindingTopic
    ) -> Finding {
        finding(
            message, at: location, severity: model.environments.areConfigured ? .error : nil,
            scalar: scalar, related: related, object: object, subject: tag ?? topic.policy ?? "",
            environments: environments.sorted(),
            witness: tag.map { Witness(environment: environments.last, tag: $0) }, topic: topic)
    }
}
