import ManifestFacts
import Reports
import RepositoryLinking
import TagPolicies
import TagSnapshots

/// An ImagePolicy with the tag that it selects from a snapshot.
struct ListedPolicy: ListedObject {
    static let kind = "imagepolicy"
    static let header = ["IMAGE", "POLICY", "FILTER", "TAG", "MESSAGE"]

    let identity: ListedIdentity
    let image: String?
    let ordering: String?
    let filter: String?
    /// Nil without tags, and where nothing is selected.
    let selected: String?
    /// Why nothing is selected from the tags there are, or ever.
    let failure: String?

    init(
        _ policy: LinkedPolicy, _ tags: TagSnapshot, in model: RepositoryModel,
        _ places: FilePositions
    ) {
        let specification = policy.reading.specification
        identity = ListedIdentity(policy.identity, as: policy.fact.object, in: policy.path, places)
        image = policy.imageName?.full
        ordering = specification.words
        filter = specification.filter?.pattern
        let scan = policy.imageName.flatMap { tags.image(canonicalName: $0.canonical) }
        guard let scan else {
            selected = nil
            let isMissing = image != nil && !tags.images.isEmpty
            failure =
                model.readiness(of: policy).obstacle?.reason
                ?? (isMissing ? "there are no tags of this image" : nil)
            return
        }
        let choice = model.choice(of: policy, from: scan.tags)
        selected = choice.selected
        failure = choice.reason
    }

    var cells: [String?] { [image, ordering, filter, selected, failure] }

    var members: [String: JSONValue] {
        [
            "image": JSONValue(image), "policy": JSONValue(ordering), "filter": JSONValue(filter),
            "selected": JSONValue(selected), "message": JSONValue(failure),
        ]
    }
}

extension TagPolicySpecification {
    /// The ordering that counts; nil where there is none.
    fileprivate var words: String? {
        semverRange.map { "semver \($0)" }
            ?? alphabeticalOrder.map { "alphabetical \($0.isEmpty ? "asc" : $0)" }
            ?? numericalOrder.map { "numerical \($0.isEmpty ? "asc" : $0)" }
    }
}
