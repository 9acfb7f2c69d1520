import ManifestFacts
import Reports
import RepositoryLinking
import SourceText

/// One place of a repository that says which image runs.
struct AuditedImage: Sendable {
    /// Registry and path in full; nil where a template or a chart fills it in, and no policy tells.
    let name: String?
    let tag: FinalImage.Part
    let digest: FinalImage.Part
    /// Where it is deployed as it is, in reading order.
    let environments: [String]
    /// Whether kustomizations set another tag wherever it is deployed.
    let isOverridden: Bool
    /// Whether its file reaches a cluster, or may.
    let isDeployed: Bool
    let object: ObjectIdentity?
    let path: String
    /// Counts from 1.
    let line: Int
    /// The markers beside it that Flux reads.
    let markers: [AuditedMarker]
    /// Where no marker brings new tags: the policies that select tags of this image.
    let unfollowedPolicies: [String]
    /// By their places in the report: those at this place and those about its policies.
    var findings: [Int] = []

    /// The policies that its markers may mean, `NAMESPACE/NAME`; empty if the repository has none.
    var policies: [String] { Set(markers.flatMap(\.policies)).sorted() }

    /// Whether a marker brings it the tags that a policy of this repository selects.
    var isFollowed: Bool { markers.contains { $0.isFollowed } }

    /// Whether it follows a policy; if not, why.
    var following: String {
        var seen: Set<String> = []
        // A marker of the name is told of only where none is for the tag.
        let shown = markers.filter(\.bringsTags)
        return (shown.isEmpty ? markers : shown).map(\.words).sorted().filter {
            seen.insert($0).inserted
        }
        .joined(separator: ", ")
    }

    /// `KIND NAMESPACE/NAME`, as written.
    var workload: String { object?.words ?? "" }

    /// A name for people.
    var title: String { name ?? (object == nil ? "an image" : "image of \(workload)") }

    /// `tag@digest` with the digest cut short, or why there is none.
    var version: String {
        let tag =
            switch tag {
            case .known(let text): text
            case .open: "(filled in)"
            case .absent: digest == .absent ? "(no tag)" : ""
            }
        return tag + (digest.text.map { "@\($0.prefix(19))" } ?? "")
    }
}
