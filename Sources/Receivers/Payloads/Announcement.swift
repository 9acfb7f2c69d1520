/// The meaning of an event: which images have new tags.
enum Announcement: Hashable, Sendable {
    /// It names no image, so everything that the receiver lists may have changed.
    case anything
    /// Images with new tags.
    case images([AnnouncedImage])
    /// A test of the connection, or something that brings no new tag.
    case nothing

    /// Reads the event of a call; nil for a body that is not JSON.
    init(_ payload: JSONValue?, of call: ReceiverCall) {
        guard let payload else {
            self = .anything
            return
        }
        let event = call.value(of: "x-github-event") ?? call.value(of: "x-event-key")
        if event?.lowercased() == "ping" || payload["action"]?.text == "ping" {
            self = .nothing
            return
        }
        self = Self.readers.lazy.compactMap { $0(payload) }.first ?? .anything
    }

    /// An event with more of them is about everything.
    private static let imageLimit = 100

    /// Each knows one sender by the form of its events, whatever the receiver's type: `generic` and
    /// `generic-hmac` take events of all senders.
    private static let readers: [@Sendable (JSONValue) -> Announcement?] = [
        dockerHub, quay, harbor, harborCloudEvent, githubPackage, googleNotification,
        elasticContainerRegistry, elasticCloudEvent, distribution, azure, artifactory, nexus,
        giteaPackage,
    ]

    /// Images whose tags are new; nothing for none.
    ///
    /// Events without a tag are parts of an image for several platforms; those of signatures and
    /// attestations (cosign) change no image.
    init(_ images: [(image: AnnouncedImage?, tag: String?)]) {
        var seen: Set<AnnouncedImage> = []
        var kept: [AnnouncedImage] = []
        for case (let image?, let tag?) in images where !Self.isCompanion(tag) {
            if seen.insert(image).inserted { kept.append(image) }
            guard kept.count <= Self.imageLimit else {
                self = .anything
                return
            }
        }
        self = kept.isEmpty ? .nothing : .images(kept)
    }

    /// Whether a tag belongs to a signature or the like: `sha256-` and a digest, perhaps with an
    /// ending; or is a digest, as Harbor has it for a push without a tag.
    static func isCompanion(_ tag: String) -> Bool {
        let isDigest = tag.hasPrefix("sha256:")
        guard tag.hasPrefix("sha256-") || isDigest else { return false }
        let rest = tag.utf8.dropFirst(7)
        let digits = rest.prefix { Character(Unicode.Scalar($0)).isHexDigit }
        guard digits.count == 64 else { return false }
        let ending = String(decoding: rest.dropFirst(64), as: UTF8.self)
        return isDigest ? ending.isEmpty : ["", ".sig", ".att", ".sbom"].contains(ending)
    }
}
