import RepositoryLinking
import RuleCatalog
import TagPolicies
import TagSnapshots

/// Flags policies whose template gives the latest tag and another one value.
struct PolicyExtractCollides: PolicyRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.policyExtractCollides)

    func findings(about policy: LinkedPolicy, in model: RepositoryModel) -> [Finding] {
        guard let image = model.tags.image(of: policy), let extract = policy.extract,
            let filter = policy.reading.policy?.filter, filter.extract != nil,
            ExtractFault(of: policy) == nil,
            let selection = policy.reading.selection(from: image.tags),
            let selected = selection.selected,
            let other = selection.tied.first(where: { !image.isSame($0, selected) }),
            let value = filter.value(of: selected), let otherValue = filter.value(of: other)
        else { return [] }
        let values =
            value == otherValue
            ? "both give `\(value)`" : "give `\(value)` and `\(otherValue)`, which count the same"
        return [
            finding(
                "`\(selected)` and `\(other)` \(values), so Flux selects either",
                at: extract.all, in: extract, of: policy, witness: other)
        ]
    }

    func unjudged(in model: RepositoryModel) -> [Unjudged] {
        guard !model.tags.images.isEmpty else { return [] }
        return model.policyLinks.policies.compactMap { policy in
            guard policy.extract != nil, model.tags.image(of: policy) == nil else { return nil }
            return Unjudged(
                rule: Self.definition.id, location: policy.location,
                reason: "the tags of its image are not in the snapshot")
        }
    }
}

extension TagSnapshot {
    fileprivate func image(of policy: LinkedPolicy) -> ScannedImage? {
        policy.imageName.flatMap { image(canonicalName: $0.canonical) }
    }
}

extension ScannedImage {
    /// Whether both tags are known to point at one image.
    fileprivate func isSame(_ tag: String, _ other: String) -> Bool {
        digests[tag].map { $0 == digests[other] } ?? false
    }
}
