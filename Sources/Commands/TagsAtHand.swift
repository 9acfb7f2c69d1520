import RegistryAccess
import RepositoryCheck
import RepositoryLinking
import TagScanning
import TagSnapshots
import UpdateEngine

/// The tags that updates select from, each image asked for once.
final class TagsAtHand {
    private let given: TagSource?
    private let registries: RegistryOptions
    private var images: [String: ScannedImage] = [:]
    private var failures: [String: UpdateError] = [:]

    /// - Parameter given: Nil where registries are to be asked.
    init(_ given: TagSource?, _ registries: RegistryOptions) {
        self.given = given
        self.registries = registries
    }

    /// What some markers need, and why some of it is missing.
    func tags(for marked: MarkedFiles) async throws -> (TagSource, [UpdateError]) {
        if let given { return (given, []) }
        let targets = ScanPlan(marked).targets
        let unknown = targets.filter { target in
            // Which digests are wanted depends on the policies of the moment.
            target.asksForDigests || images[target.name] == nil && failures[target.name] == nil
        }
        let outcome = try await registries.outcome(of: unknown)
        for image in outcome.images { images[image.name] = image }
        for failure in outcome.failures {
            failures[failure.image] = UpdateError(image: failure.image, message: failure.message)
        }
        let source = TagSource.snapshot(
            try TagSnapshot(targets.compactMap { images[$0.name] }))
        return (source, targets.compactMap { failures[$0.name] })
    }
}

extension ScanPlan {
    /// The images that the policies of markers are for.
    init(_ marked: MarkedFiles) {
        var seen: Set<Int> = []
        let policies = marked.files.flatMap { $0.markers.flatMap(\.policies) }
            .filter { seen.insert($0.number).inserted }
        self.init(
            policies.flatMap(\.repositories),
            digestsFor: policies.filter { $0.reflectsDigest ?? true })
    }
}
