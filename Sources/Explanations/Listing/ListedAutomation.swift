import ManifestFacts
import Reports
import RepositoryLinking

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
