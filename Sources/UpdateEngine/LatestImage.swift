import ManifestFacts
package import TagSnapshots

/// What a policy selects at the moment, as far as somebody tells.
enum LatestImage: Hashable, Sendable {
    /// What can be an image, with who says so: one clause, lower case, no full stop.
    case selected(SelectedImage, by: String)
    /// Nothing is to be written; with the reason.
    case none(String)
    /// Something would be, and must not; with the reason.
    case refused(String)
}

/// Where the tags come from that are written.
package enum TagSource: Sendable {
    /// What policies in clusters have selected.
    case clusters(ClusterPolicies)
    /// What the policies of the repository select from tags that registries have.
    case snapshot(TagSnapshot, TagOrigin)
}

/// Who listed the tags that policies select from.
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
