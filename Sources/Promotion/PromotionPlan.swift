import GitAccess
import RegistryAccess
import SourceText

/// The changes that promote some images, on one commit of the branch that they are for.
struct PromotionPlan {
    struct Image {
        let name: String
        private(set) var result: Result<PlannedImage, PromotionObstacle>

        /// Puts the tag of an image that is not refused.
        mutating func carryOut(
            _ registry: RegistryClient, _ note: @escaping @Sendable (PromotionStep) -> Void
        ) async {
            guard case .success(var planned) = result else { return }
            await planned.copy.carryOut(registry, note)
            result = .success(planned)
        }
    }

    let options: PromotionOptions
    let base: String
    let snapshot: Snapshot
    /// In the order in which they were asked for.
    var images: [Image]
    /// The new bytes of the files that change, by their paths.
    var contents: [String: [UInt8]]

    var hasChanges: Bool { !contents.isEmpty }

    var planned: [PlannedImage] { images.compactMap { try? $0.result.get() } }

    /// Whether an image is refused that was named: what is named together is promoted together.
    var isStopped: Bool { options.images != nil && planned.count < images.count }

    /// The changes as a commit takes them.
    var treeEdits: [TreeEdit] {
        snapshot.entries.compactMap { entry in
            guard let bytes = contents[entry.path], let blob = entry.blobID else { return nil }
            return TreeEdit(path: entry.path, replacedBlob: blob, bytes: bytes)
        }
    }
}

/// An image of a plan, and the tag that it gets.
struct PlannedImage {
    let image: PromotedImage
    var copy: TagCopy
}
