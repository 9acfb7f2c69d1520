import ManifestFacts
import RegularLanguages
import Reports
import RepositoryLinking
import SourceText
import TagPolicies
import TagSnapshots

/// One row of a table of objects.
protocol ListedObject: Hashable {
    /// In lower case.
    static var kind: String { get }
    /// The titles of `cells`.
    static var header: [String] { get }

    var identity: ListedIdentity { get }
    /// Nil for what is not known, and for what is not there.
    var cells: [String?] { get }
    /// By the keys of machine output, besides those of the identity.
    var members: [String: JSONValue] { get }
}

extension ListedObject {
    var json: JSONValue { .object(identity.members.merging(members) { _, member in member }) }
}

/// The fields of every object: its name in the cluster, as far as that is known, and its place.
struct ListedIdentity: Hashable {
    let namespace: String?
    let name: String?
    let declaration: Declaration

    init(
        _ identity: EffectiveIdentity, as object: ObjectFact, in path: String,
        _ places: FilePositions
    ) {
        namespace = identity.namespace.known ?? object.identity.namespace
        name = identity.name.known ?? object.identity.name
        declaration = places.declaration(
            at: SourceLocation(path: path, span: object.name?.span ?? object.span))
    }

    var members: [String: JSONValue] {
        [
            "namespace": JSONValue(namespace), "name": JSONValue(name),
            "path": .string(declaration.path), "line": .integer(declaration.line),
        ]
    }
}

/// An ImageRepository with what a snapshot of tags knows of its image.
struct ListedRepository: ListedObject {
    static let kind = "imagerepository"
    static let header = ["IMAGE", "TAGS", "SCANNED", "SUSPENDED"]

    let identity: ListedIdentity
    let image: String?
    /// Without those that the repository excludes; nil where the snapshot lacks the image.
    let tagCount: Int?
    let scanned: String?
    let isSuspended: Bool

    init(
        _ repository: Effective<ImageRepositoryFact>, _ tags: TagSnapshot, _ places: FilePositions
    ) {
        identity = ListedIdentity(
            repository.identity, as: repository.fact.fact.object, in: repository.fact.path, places)
        image = repository.image
        isSuspended = repository.object.isSuspended
        let scan = image.flatMap { tags.image(named: $0) }
        scanned = scan?.time
        tagCount = scan.flatMap { scan in
            // Flux scans nothing where a pattern is wrong.
            guard let list = repository.exclusions, let exclusions = TagExclusions(valid: list)
            else { return nil }
            return exclusions.droppingPatterns(for: scan.tags).count { $0 == nil }
        }
    }

    var cells: [String?] { [image, tagCount.map(String.init), scanned, isSuspended.word] }

    var members: [String: JSONValue] {
        [
            "image": JSONValue(image), "tags": JSONValue(tagCount), "scanned": JSONValue(scanned),
            "suspended": .boolean(isSuspended),
        ]
    }
}

extension Bool {
    /// As the flux command writes it.
    var word: String { self ? "True" : "False" }
}

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

/// An ImageUpdateAutomation: where it writes, and where it pushes to.
struct ListedAutomation: ListedObject {
    static let kind = "imageupdateautomation"
    static let header = ["PATH", "PUSH", "SUSPENDED"]

    let identity: ListedIdentity
    /// From the repository's root, which is `.`; nil where it is not known.
    let path: String?
    /// Nil where the repository does not say it.
    let branch: String?
    let isSuspended: Bool

    init(_ automation: LinkedAutomation, _ places: FilePositions) {
        let fact = automation.built.fact
        identity = ListedIdentity(
            automation.built.identity, as: fact.fact.object, in: fact.path, places)
        path = automation.updatePath.map { $0.isEmpty ? "." : $0 }
        branch = automation.target.name
        isSuspended = automation.isSuspended
    }

    var cells: [String?] { [path, branch, isSuspended.word] }

    var members: [String: JSONValue] {
        [
            "updatePath": JSONValue(path), "branch": JSONValue(branch),
            "suspended": .boolean(isSuspended),
        ]
    }
}
