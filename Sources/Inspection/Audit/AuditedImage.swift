import ManifestFacts
import RepositoryLinking
import SourceText

/// One place of a repository that says which image runs.
struct AuditedImage: Sendable {
    /// Registry and path in full; nil where a template or a chart fills it in, and no policy tells.
    let name: String?
    let tag: FinalImage.Part
    let digest: FinalImage.Part
    /// Where it is deployed as it stands, in reading order.
    let environments: [String]
    /// Whether kustomizations set another tag wherever it is deployed.
    let isOverridden: Bool
    let object: ObjectIdentity?
    let path: String
    /// Counts from 1.
    let line: Int
    /// The markers beside it that Flux reads, as they stand there.
    let markers: [String]
    /// The policies that these may mean, `NAMESPACE/NAME`; empty where the repository has none.
    let policies: [String]
    /// Where no marker is: the policies that select tags of this image.
    let unfollowedPolicies: [String]
    /// By their places in the report: those at this place and those about its policies.
    var findings: [Int] = []

    /// `KIND NAMESPACE/NAME`, as written.
    var workload: String { object?.title ?? "" }

    /// What a person would call it.
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

extension ObjectIdentity {
    /// `KIND NAMESPACE/NAME` as far as it is written.
    var title: String {
        let name = [namespace, name].compactMap(\.self).joined(separator: "/")
        return [kind ?? "", name].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
