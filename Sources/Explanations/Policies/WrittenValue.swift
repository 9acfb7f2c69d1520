import ManifestFacts
import RepositoryLinking
import TagPolicies

/// The value that Flux would write at a marker if a policy selected some tag.
///
/// Source: image-automation-controller, `internal/update/setters.go`: the whole scalar is replaced,
/// and the image's name is that of the ImageRepository as it is written there.
struct WrittenValue {
    /// The placeholder for a tag that was not given.
    static let anyTag = "<tag>"

    /// Without a digest, and empty where Flux would write an empty text; nil where it is not known,
    /// and for a digest, which only the registry tells.
    let text: String?
    /// Whether the policy asks the registry for a digest; nil where that is not known.
    let reflectsDigest: Bool?
    private let field: SetterMarker.Field

    init(of policy: LinkedPolicy, in field: SetterMarker.Field, tag: String) {
        self.field = field
        reflectsDigest = policy.reflectsDigest
        let images = Set(policy.repositories.map(\.image))
        let image = images.count == 1 ? images.first ?? nil : nil
        text =
            switch field {
            case .image, .name: image.map { SelectedImage(name: $0, tag: tag).text(of: field) }
            case .tag: tag
            case .digest: reflectsDigest == false ? "" : nil
            }
    }

    /// For people, with an ellipsis where only the registry knows.
    var words: String {
        switch field {
        case .tag, .name: return text.map { "`\($0)`" } ?? Self.unknownImage
        case .image:
            guard let text else { return Self.unknownImage }
            return switch reflectsDigest {
            case true?: "`\(text)@sha256:…`"
            case false?: "`\(text)`"
            case nil: "`\(text)`, perhaps with a digest"
            }
        case .digest:
            return switch reflectsDigest {
            case true?: "the digest that the registry tells"
            case false?: "an empty text: the policy reflects no digest"
            case nil: "not known: whether the policy reflects a digest is not in the repository"
            }
        }
    }

    private static let unknownImage =
        "not known: the repository leaves the image of the policy open"
}
