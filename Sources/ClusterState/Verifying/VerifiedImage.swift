import ManifestFacts
import RepositoryLinking

/// An image as one root of the repository deploys it: what should be live.
package struct VerifiedImage: Sendable {
    /// A value at a marker, and the part of the policy's image that it should be.
    struct Part: Hashable, Sendable {
        let field: SetterMarker.Field
        let text: String
    }

    /// The policy that is followed, and its values.
    struct Following: Sendable {
        let policy: ObjectName
        let parts: [Part]
        /// The repository's own verdict on the first marker.
        let verdict: MarkerVerdict
    }

    /// Nil where no marker brings the image.
    let following: Following?
    /// Nil where the repository does not tell it.
    let name: ImageName?
    let tag: FinalImage.Part
    let digest: FinalImage.Part
    /// Why tag and digest are not known, if something in the repository is in the way.
    let doubt: String?
    /// The place that says which tag or digest it is.
    let declaration: Declaration
    /// The files whose content decides.
    let paths: [String]
    /// The object that runs the image, or takes the value; nil where none is known.
    let object: ObjectIdentity?
    /// Whether `object` is known to run the image, so that other workloads do not count.
    let isOfObject: Bool
    /// The names of other objects of that kind that the object's name is a part of.
    let longerNames: Set<String>
    let root: Root

    /// The builder of the image's directory.
    struct Root: Hashable, Sendable {
        let directory: String
        /// The Flux Kustomization; nil where nothing in the repository builds the directory.
        let namespace: String?
        let name: String?
        let targetNamespace: String?
        /// Whether nothing in the repository builds the directory, nor one above it: a Flux
        /// Kustomization may apply it with one above it.
        let isPlain: Bool
        /// The directories that `flux bootstrap` made for the clusters of it.
        let bootstraps: Set<String>

        static func plain(_ directory: String) -> Root {
            Root(
                directory: directory, namespace: nil, name: nil, targetNamespace: nil,
                isPlain: true, bootstraps: [])
        }
    }

    /// `name:tag@digest`, as far as it is known.
    var title: String {
        let tag = tag.text.map { ":\($0)" } ?? ""
        let digest = digest.text.map { "@\($0)" } ?? ""
        return (name?.full ?? "an image") + tag + digest
    }

    /// Whether a user names this image or its policy.
    package func isNamed(_ text: String) -> Bool {
        let policy = following.map { "\($0.policy)" }
        return policy == text || name.map { ImageQuery(text).means($0) } ?? false
    }

    /// Whether a marker brings it what a policy selects.
    package var isFollowing: Bool { following != nil }
}
