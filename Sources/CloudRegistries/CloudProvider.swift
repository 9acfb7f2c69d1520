/// A cloud, by the name that `spec.provider` of an ImageRepository has for it.
package enum CloudProvider: String, Hashable, Sendable, CaseIterable {
    case aws
    case azure
    case gcp

    var name: String {
        switch self {
        case .aws: "AWS"
        case .azure: "Azure"
        case .gcp: "Google Cloud"
        }
    }
}
