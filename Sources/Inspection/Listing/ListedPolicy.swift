import ManifestFacts
import RepositoryLinking
import Reports
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
    /// Why nothing is selected from the tags there are.
    let failure: String?

    init(_ policy: LinkedPolicy, _ tags: TagSnapshot, _ places: FilePlaces) {
        let specification = policy.reading.specification
        identity = ListedIdentity(policy.identity, as: policy.fact.object, in: policy.path, places)
        image = policy.imageName?.full
        ordering = specification.words
        filter = specification.filter?.pattern
        let outcome = Self.outcome(of: policy, tags)
        selected = outcome?.selected
        failure = outcome?.failure?.description
    }

    /// Nil where the snapshot lacks the image, and where a variable leaves open what is selected.
    private static func outcome(of policy: LinkedPolicy, _ tags: TagSnapshot) -> Selection? {
        guard let scan = policy.imageName.flatMap({ tags.image(canonicalName: $0.canonical) }),
            let list = policy.repositories.first?.exclusions,
            let exclusions = TagExclusions(valid: list), policy.isKnown
        else { return nil }
        return policy.reading.specification.selection(from: scan.tags, excluding: exclusions)
    }

    var cells: [String?] { [image, ordering, filter, selected, failure] }

    var members: [String: JSONValue] {
        [
            "image": JSONValue(image), "policy": JSONValue(ordering), "filter": JSONValue(filter),
            "selected": JSONValue(selected), "message": JSONValue(failure),
        ]
    }
}

extension LinkedPolicy {
    /// Whether no variable stands in what decides.
    fileprivate var isKnown: Bool { reading.ordering != nil && reading.filter != nil }
}

extension TagPolicySpecification {
    /// The ordering that counts; nil where there is none.
    fileprivate var words: String? {
        semverRange.map { "semver \($0)" }
            ?? alphabeticalOrder.map { "alphabetical \($0.isEmpty ? "asc" : $0)" }
            ?? numericalOrder.map { "numerical \($0.isEmpty ? "asc" : $0)" }
    }
}
