import Audit
import RepositoryLinking
import SourceText

/// The change of one image of one workload in one cluster.
struct WorkloadChange: Sendable {
    /// The image on one side of the change, and why it is that.
    struct Side: Sendable {
        let version: WorkloadImage.Version
        /// The scalars that say so; those first that decide.
        let origins: [Origin]
        let updater: Updater

        /// Nil where the repository has no place for it.
        var place: Declaration? { origins.first?.place }
    }

    struct Origin: Hashable, Sendable {
        let origin: ImageOrigin
        let place: Declaration
    }

    /// Who writes the tag or digest of an image from then on.
    enum Updater: Hashable, Sendable {
        case nobody
        /// The policies that its markers follow, or the markers where there are none, with what is in
        /// the way; and the automations that write there.
        case policies(words: String, automations: [String], writes: Bool)
        /// A variable of Flux is in the image: whoever writes that.
        case variable
        /// A ResourceSet fills in an input: whoever writes that.
        case input
    }

    let workload: Workload
    /// The container or the keys of values; empty where it is the only image, or nothing tells.
    let container: String
    /// Where it is deployed, in reading order: after the change, or before where it is gone.
    let environments: [String]
    /// Whether a manifest has an image there, and not a marker alone.
    let isImage: Bool
    /// Nil for an image that comes.
    let former: Side?
    /// Nil for an image that goes.
    let latter: Side?
}

extension WorkloadChange {
    enum Kind: String, CaseIterable, Sendable {
        case added
        case removed
        /// Another image, tag or digest.
        case changed
        /// The same image, which something else updates.
        case updater
        /// The text changes, and the image that runs is not known.
        case unknown
    }

    var kind: Kind {
        guard let former else { return .added }
        guard let latter else { return .removed }
        if former.version.parts != latter.version.parts { return .changed }
        let isKnown = former.version.isKnown && latter.version.isKnown
        if isKnown || former.updater != latter.updater { return .updater }
        return .unknown
    }

    /// Whether the change is that something begins or ceases to write the image.
    var changesUpdater: Bool {
        guard let former, let latter else { return false }
        return former.updater != latter.updater
    }

    /// The side that counts from then on.
    var current: Side? { latter ?? former }
}

extension WorkloadImage.Version {
    /// Whether all of its parts are known.
    var isKnown: Bool {
        guard case .runs(let image) = self else { return false }
        return image.name != nil && image.tag != .open && image.digest != .open
    }

    /// Tells two images apart, wherever they are written.
    struct Parts: Hashable {
        let name: String?
        let tag: FinalImage.Part
        let digest: FinalImage.Part
        let doubt: String?
    }

    var parts: Parts {
        let doubt: String? = if case .unknown(_, let reason) = self { reason } else { nil }
        return Parts(name: image.name, tag: image.tag, digest: image.digest, doubt: doubt)
    }
}
