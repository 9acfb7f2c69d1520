import ManifestFacts
package import TagSnapshots

/// The current selection of a policy, as far as it is known.
enum LatestImage: Hashable, Sendable {
    /// A possible image, with its source: one clause, lower case, no full stop.
    case selected(SelectedImage, by: String)
    /// Nothing is to be written; with the reason.
    case none(String)
    /// Something would be written, but is refused; with the reason.
    case refused(String)
}

/// Where the tags come from that are written.
package enum TagSource: Sendable {
    /// The selections of policies in clusters.
    case clusters(ClusterPolicies)
    /// The selections of the repository's policies from tags of registries.
    case snapshot(TagSnapshot, TagOrigin)
}

/// The source of the tags that policies select from.
package enum TagOrigin: Sendable {
    /// A file that an earlier scan wrote.
    case file
    /// The registries, in this run.
    case registries

    /// As in "selects nothing from the snapshot".
    var words: String {
        switch self {
        case .file: "the snapshot"
        case .registries: "its registry"
        }
    }
}
