import RegularLanguages
import RepositoryLinking
import SourceText
import TagPolicies
import TagSnapshots

/// Flags policies whose `extract` gives several tags one value.
///
/// Judges the registry's tags if they are known, else the pattern.
struct PolicyExtractCollides: PolicyRule {
    func finding(about policy: LinkedPolicy, in model: RepositoryModel) -> Finding? {
        guard let extract = policy.extract, policy.reading.policy?.filter?.extract != nil,
            ExtractFault(of: policy) == nil
        else { return nil }
        let image = policy.imageName.flatMap { model.tags.image(canonicalName: $0.canonical) }
        let found = image.map { fault(among: $0, of: policy) } ?? fault(of: policy, in: model)
        return found.map { message, witness in
            finding(message, at: extract.all, in: extract, of: policy, witness: witness)
        }
    }

    func unjudged(in model: RepositoryModel) -> [Unjudged] {
        guard !model.tags.images.isEmpty else { return [] }
        return model.policyLinks.policies.compactMap { policy in
            let isListed = policy.imageName.map {
                model.tags.image(canonicalName: $0.canonical) != nil
            }
            guard policy.extract != nil, isListed != true else { return nil }
            return unjudged("the tags of its image are not in the snapshot", at: policy.location)
        }
    }

    /// Judges only the latest value, because no other is ever selected.
    private func fault(
        among image: ScannedImage, of policy: LinkedPolicy
    ) -> (message: String, witness: String)? {
        guard let filter = policy.reading.policy?.filter,
            let selection = policy.reading.selection(from: image.tags),
            let selected = selection.selected,
            let other = selection.tied.first(where: { !image.isSame($0, selected) }),
            let value = filter.value(of: selected), let otherValue = filter.value(of: other)
        else { return nil }
        let values =
            value == otherValue
            ? "both give \(value.quoted)"
            : "give \(value.quoted) and \(otherValue.quoted), which count the same"
        return (
            "`\(selected)` and `\(other)` \(values), so Flux selects either: extract a value that "
                + "grows with every build", other
        )
    }

    /// Judges tags like those at the markers, else like a tag that the policy can select.
    private func fault(
        of policy: LinkedPolicy, in model: RepositoryModel
    ) -> (message: String, witness: String)? {
        var samples = model.policyLinks.deployedTags(of: policy)
            .filter { policy.admits($0) == true }
        if samples.isEmpty, case .found(let sample)? = policy.sample { samples = [sample] }
        let collisions = samples.compactMap { policy.reading.policy?.collision(like: $0) }
        guard collisions.count == samples.count, let collision = collisions.first else {
            return nil
        }
        return (
            "`\(collision.kept)` and `\(collision.lost)` both give \(collision.value.quoted), so Flux "
                + "keeps the first, whichever is newer: extract the number that distinguishes them",
            collision.lost
        )
    }
}

extension ScannedImage {
    /// Whether both tags are known to have the same digest.
    fileprivate func isSame(_ tag: String, _ other: String) -> Bool {
        digests[tag].map { $0 == digests[other] } ?? false
    }
}
