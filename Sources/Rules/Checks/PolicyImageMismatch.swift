import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags policies that select tags of another application's image than that of their markers.
struct PolicyImageMismatch: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        let cases = NeighbourImages(model).cases
        return Dictionary(grouping: cases, by: \.policy.number).sorted { $0.key < $1.key }
            .compactMap { finding($0.value, in: model) }
    }

    /// - Parameter cases: All markers of one policy beside another image; never empty.
    private func finding(_ cases: [NeighbourImages.Case], in model: RepositoryModel) -> Finding? {
        let (policy, written, held) = (cases[0].policy, cases[0].written, cases[0].held)
        let words = NameWords(policy.fact.object.identity.name ?? "")
        let tags = model.policyLinks.followers(of: policy).filter { $0.fact.liveSetter != nil }
        guard cases.count == tags.count,
            cases.allSatisfy({ $0.held.canonical == held.canonical }),
            words.names(held.application), !words.names(written.application),
            model.policies(for: held).isEmpty, let repository = policy.repositories.first,
            policy.repositories.count == 1
        else { return nil }
        let marker = RelatedLocation("a marker of the policy", at: cases[0].marker.location)
        let all = model.objects.repositories
        if let own = all.first(where: { $0.imageName?.canonical == held.canonical }) {
            guard
                case .known(_, let reference) = policy.object.field(
                    "spec", "imageRepositoryRef", "name")
            else { return nil }
            return finding(
                "the policy is named after `\(held.full)`, the image beside its markers, but uses the "
                    + "ImageRepository `\(repository.name)` of `\(written.full)`, so Flux writes tags "
                    + "of another image; did you mean `\(own.name)`?",
                at: reference, of: policy, related: [marker])
        }
        let repositoryWords = NameWords(repository.fact.fact.object.identity.name ?? "")
        let owner = all.first { other in
            other.imageName?.canonical == written.canonical
                && other.identity != repository.identity
                && NameWords(other.fact.fact.object.identity.name ?? "").names(written.application)
        }
        guard let owner, repositoryWords.names(held.application),
            case .known(_, let place) = repository.object.field("spec", "image")
        else { return nil }
        return finding(
            "the ImageRepository `\(repository.name)` scans `\(written.full)`, the image of "
                + "`\(owner.name)`, but its name and its markers are for `\(held.full)`, so Flux writes "
                + "tags of another image: correct `spec.image`",
            at: place, of: policy, related: [marker])
    }
}
