package import ImageReferences
import WebAccess

/// The reason why an image was not copied; the tag does not exist then, or is as it was.
package struct CopyError: Error, Equatable, Sendable {
    package enum Reason: Error, Equatable, Sendable {
        case invalidTag
        case registry(RegistryError)
        /// The registry does not show the tag (403), so nobody can tell whether it is free.
        case tagHidden
        case tagTaken(by: Digest)
        /// Nil where the registry does not show it.
        case tagImmutable(holding: Digest?)
        case signaturesDiffer(tag: String, there: Digest, here: Digest)
        case refused(CopiedThing, status: Int, message: String?)
        case uploadMalformed(Digest)
        case readBackDiffers(Digest?)
        case mediaTypeDiffers(Digest, sent: String, stated: String)
        case sizeDiffers(Digest, expected: Int, actual: Int)
        case tooDeep(limit: Int)
        case tooManyManifests(limit: Int)
        case manifestsTooLong(limit: Int)
        case tooManyBlobs(limit: Int)
        case tooManyReferrers(Digest, limit: Int)
        /// Others change the list of what is attached to a manifest all the time.
        case referrersContended(tag: String)
    }

    package let copy: ImageCopy
    package let reason: Reason
}

/// A thing that is put at the destination.
package enum CopiedThing: Equatable, Sendable {
    case manifest(String)
    case blob(Digest)
}

extension CopyError: CustomStringConvertible {
    package var description: String {
        "`\(copy.source.name.shown)@\(copy.digest.text)` is not copied to "
            + "`\(copy.destination.name.shown):\(copy.tag.shown)`: \(text)"
    }

    private var text: String {
        switch reason {
        case .invalidTag: "`\(copy.tag.shown)` cannot be a tag"
        case .registry(let error): "\(error)"
        case .tagHidden:
            "the registry does not show that tag (403), so nobody can tell whether it exists; "
                + "log in as somebody who may read and write there"
        case .tagTaken(let digest):
            "the tag exists with the digest `\(digest.text)`, not `\(copy.digest.text)`, and no tag "
                + "is ever moved; choose another tag"
        case .tagImmutable(let digest):
            "the registry does not let the tag change: it holds "
                + (digest.map { "the digest `\($0.text)`" } ?? "another digest, which is not shown")
                + ", not `\(copy.digest.text)`; choose another tag"
        default: reason.text
        }
    }
}

extension CopyError.Reason {
    fileprivate var text: String {
        switch self {
        case .signaturesDiffer(let tag, let there, let here):
            "the tag `\(tag)` of its signatures exists there with the digest `\(there.text)`, not "
                + "`\(here.text)`, and neither contains the other; compare them, and remove one"
        case .refused(let thing, let status, let message):
            Self.refusal(of: thing, status: status, message)
        case .uploadMalformed(let digest):
            "the registry names no address for the upload of the blob `\(digest.text)`"
        case .readBackDiffers(let digest):
            "afterwards the tag holds "
                + (digest.map { "the digest `\($0.text)`" } ?? "nothing")
                + "; somebody else writes it at the same time, so look who"
        case .mediaTypeDiffers(let digest, let sent, let stated):
            "the manifest `\(digest.text)` comes as `\(sent.shown)` and says that it is "
                + "`\(stated.shown)`; do not trust it"
        case .sizeDiffers(let digest, let expected, let actual):
            "`\(digest.text)` has \(actual) bytes instead of \(expected); do not trust it"
        case .referrersContended(let tag):
            "others change the tag `\(tag)`, which lists signatures, at the same time; try again"
        default: limitText
        }
    }

    private var limitText: String {
        switch self {
        case .tooDeep(let limit): "its indexes are nested deeper than \(limit)"
        case .tooManyManifests(let limit): "it has more than \(limit) manifests"
        case .manifestsTooLong(let limit): "its manifests take more than \(limit) bytes"
        case .tooManyBlobs(let limit): "it has more than \(limit) blobs"
        case .tooManyReferrers(let digest, let limit):
            "more than \(limit) manifests refer to `\(digest.text)`"
        default: "\(self)"
        }
    }

    private static func refusal(
        of thing: CopiedThing, status: Int, _ message: String?
    ) -> String {
        let remedy =
            switch status {
            case 401, 403: "; log in as somebody who may write there"
            case 404: "; create the repository there"
            case 413: "; it is too large for that registry"
            default: ""
            }
        return "the registry does not take the \(thing.text) (\(status))"
            + (message.map { ": \($0)" } ?? "") + remedy
    }
}

extension CopiedThing {
    fileprivate var text: String {
        switch self {
        case .manifest(let reference): "manifest `\(reference.shown)`"
        case .blob(let digest): "blob `\(digest.text)`"
        }
    }
}
