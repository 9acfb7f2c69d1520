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
    case snapshot(TagSnapshot)
}
