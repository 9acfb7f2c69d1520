package import CheckPipeline
import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText

/// The changes that an update of marked files would make, or has made.
package struct UpdatePlan: Sendable {
    /// Ascending by the bytes of their paths.
    package private(set) var files: [FileUpdate]
    /// The errors that do not belong to a single marker.
    package private(set) var errors: [UpdateError]

    /// Plans on several cores; the result does not depend on their number.
    ///
    /// - Parameters:
    ///   - failures: Why the source lacks some images.
    ///   - guards: Guards that are asked about each write.
    package init(
        of marked: MarkedFiles, from source: TagSource, failures: [UpdateError] = [],
        guards: [any WriteGuard] = [], workerCount: Int
    ) async {
        errors = failures
        errors += marked.unread.map {
            UpdateError(image: nil, message: "`\($0.path)`: \($0.reason)")
        }
        let images = LatestImages(source, marked.model)
        errors += images.faults
        files = await Self.files(marked.files, images, guards, workerCount: workerCount)
        // Like Flux, rejects the whole list if one policy has an invalid image.
        guard !images.faults.isEmpty else { return }
        refuseAll(Refusal("nothing is written where a policy selects no image"))
    }

    /// Plans what a change writes at the markers of some files.
    init(
        writing values: [String: WrittenValues], of files: [MarkedFile], in model: RepositoryModel,
        guards: [any WriteGuard] = []
    ) {
        errors = []
        self.files = files.compactMap { file in
            values[file.file.path].map { values in
                let images = WrittenImages(values, of: file, in: model)
                return FileUpdate(file, guards: guards, latest: images.latest)
            }
        }
    }

    /// Files that are planned at a time, so that no core waits for long.
    private static let batchSize = 64

    /// All markers, in the order of their files and places.
    package var markers: [MarkerUpdate] { files.flatMap(\.markers) }

    package var changedFiles: [FileUpdate] { files.filter { !$0.edits.isEmpty } }

    /// The new bytes of the files that change, by their paths.
    var contents: [String: [UInt8]] {
        Dictionary(changedFiles.map { ($0.path, $0.after) }) { first, _ in first }
    }

    /// Whether something was refused or failed.
    package var hasFailed: Bool {
        !errors.isEmpty
            || files.contains { file in
                file.markers.contains { if case .refused = $0.outcome { true } else { false } }
            }
    }

    /// Notes that a file could not be written after all.
    package mutating func refuse(_ path: String, because reason: String) {
        for number in files.indices where files[number].path == path {
            files[number].refuseAll(Refusal(reason))
        }
    }

    /// Notes that the new values are there already.
    mutating func settle() {
        for number in files.indices { files[number].settle() }
    }

    /// Takes all changes back.
    mutating func refuseAll(_ refusal: Refusal) {
        for number in files.indices { files[number].refuseAll(refusal) }
    }

    private static func files(
        _ marked: [MarkedFile], _ images: LatestImages, _ guards: [any WriteGuard],
        workerCount: Int
    ) async -> [FileUpdate] {
        let share = (marked.count + workerCount - 1) / max(1, workerCount)
        let size = max(1, min(share, batchSize))
        let batches = stride(from: 0, to: marked.count, by: size).map {
            marked[$0..<min($0 + size, marked.count)]
        }
        return await answers(to: batches, width: max(1, workerCount)) { batch in
            batch.map { file in
                FileUpdate(file, guards: guards) { images.latest(of: $1, policies: $2) }
            }
        }.flatMap(\.self)
    }
}

/// An error, and the image that it is about.
package struct UpdateError: Hashable, Sendable {
    package let image: String?
    package let message: String

    package init(image: String?, message: String) {
        self.image = image
        self.message = message
    }
}
