import ManifestFacts
import RegularLanguages
import Reports
import RepositoryLinking
import TagPolicies
import TagSnapshots

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
