import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText
import TagPolicies
import TagSnapshots
import Triage

/// The selections of a tree's policies from the tags that registries listed.
struct PolicySelections {
    /// A policy is the same where its name and its file are.
    private struct Key: Hashable {
        let name: String
        let path: String
    }

    /// `IMAGE:TAG`, or nil for nothing; each way of building a policy has its own.
    private var selections: [Key: [String?]] = [:]

    /// Without those whose tags are not listed, and those that the repository leaves open.
    ///
    /// - Parameter newPaths: Where files are now that a change moves, by their old paths.
    init(of model: RepositoryModel, movedTo newPaths: [String: String] = [:]) {
        if model.tags.images.isEmpty { return }
        for policy in model.policyLinks.policies {
            guard let image = policy.imageName,
                let scan = model.tags.image(canonicalName: image.canonical)
            else { continue }
            let choice = model.choice(of: policy, from: scan.tags)
            if case .open = choice.readiness { continue }
            let key = Key(name: policy.name, path: newPaths[policy.path] ?? policy.path)
            selections[key, default: []].append(choice.selected.map { "\(image.full):\($0)" })
        }
    }

    /// The policies of a tree that select something else there than here, in the order of their
    /// files and places.
    ///
    /// One that is built in several ways is left out: which becomes which is not known.
    func changes(in model: RepositoryModel) -> [SelectionChange] {
        // As where no tags are known.
        if selections.isEmpty { return [] }
        let later = PolicySelections(of: model)
        return model.policyLinks.policies.compactMap { policy in
            let key = Key(name: policy.name, path: policy.path)
            guard let former = selections[key], former.count == 1, let now = later.selections[key],
                now.count == 1, former[0] != now[0]
            else { return nil }
            let source = model.file(at: policy.path)?.facts.source ?? []
            return SelectionChange(
                policy: policy.name, path: policy.path,
                line: LineIndex(source).position(at: policy.location.span.lowerBound).line,
                former: former[0], selected: now[0])
        }
    }
}
