import ImageReferences
import ManifestFacts
import RepositoryLinking
import TagPolicies
import TagSnapshots

/// Flags policies that can select a moving tag such as `latest`.
struct PolicyAdmitsMutableTag: PolicyRule {
    func finding(about policy: LinkedPolicy, in model: RepositoryModel) -> Finding? {
        // Semver and numerical policies refuse words.
        guard let tagPolicy = policy.reading.policy,
            case .alphabetical(let direction) = tagPolicy.ordering,
            !policy.reading.movingTags.isEmpty,
            (policy.text("digestReflectionPolicy")?.text ?? "Never") == "Never"
        else { return nil }
        let known = model.knownTags(of: policy).filter { policy.admits($0) == true }
        // The smallest tag wins, and no tag is known that a word would precede.
        if direction == .descending, known.isEmpty { return nil }
        guard
            let tag = policy.reading.movingTags.first(where: {
                tagPolicy.selection(from: known + [$0]).selected == $0
            })
        else { return nil }
        return finding(
            "the policy can select `\(tag)`, which names another build after every push: "
                + remedy(for: policy),
            at: policy.selectorLocation, of: policy,
            witness: Witness(environment: nil, tag: tag))
    }

    /// Digests can be reflected from `v1beta2` on.
    private func remedy(for policy: LinkedPolicy) -> String {
        let filter = "filter for tags that name one build"
        let version = policy.fact.object.identity.apiVersion?.split(separator: "/").last
        guard ["v1", "v1beta2"].contains(version) else { return filter }
        return filter
            + ", or set `digestReflectionPolicy: Always` with an `interval`, so that Flux "
            + "also writes the digest and notices each push"
    }
}

extension RepositoryModel {
    /// The known tags of the policy's image: those at its markers, and those listed by registries.
    func knownTags(of policy: LinkedPolicy) -> [String] {
        let listed = policy.imageName.flatMap { tags.image(canonicalName: $0.canonical) }
        return policyLinks.deployedTags(of: policy) + (listed?.tags ?? [])
    }
}
