import ImageReferences

/// The image that a container runs, as the `imageID` in a pod's status tells it.
///
/// Container runtimes write it in several forms; the name of the image in it may be another one
/// under which the same content was pulled, and is no identity.
enum RunningImage: Hashable, Sendable {
    /// A digest as registries have it.
    case digest(Digest)
    /// Only the id of an image on the node, which no registry knows.
    case local(String)
    /// The container has not started.
    case none

    init(imageID: String) {
        let text = imageID.firstRange(of: "://").map { imageID[$0.upperBound...] } ?? imageID[...]
        guard !text.isEmpty else {
            self = .none
            return
        }
        // A bare digest is that of the image's configuration.
        guard let at = text.lastIndex(of: "@"),
            let digest = Digest(String(text[text.index(after: at)...]))
        else {
            self = .local(String(text))
            return
        }
        self = .digest(digest)
    }
}

extension Digest {
    /// Short, for messages: `sha256:0123456789ab`.
    var short: String { "\(algorithm):\(hexadecimal.prefix(12))" }
}
