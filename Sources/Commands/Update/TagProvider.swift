import CheckPipeline
import ManifestFacts
import RegistryAccess
import RepositoryLinking
import TagSnapshots
import UpdateEngine

/// The tags that updates select from; each image is asked for once.
final class TagProvider {
    private let given: TagSource?
    private let registries: RegistryOptions
    /// Makes room for that of the registries.
    private let line: WaitingLine
    private var images: [String: ScannedImage] = [:]
    private var failures: [String: UpdateError] = [:]
    private var places: [String: RegistryImage] = [:]

    /// - Parameter given: Nil where registries are to be asked.
    init(_ given: TagSource?, _ registries: RegistryOptions, _ line: WaitingLine) {
        self.given = given
        self.registries = registries
        self.line = line
    }

    /// The selections of clusters, if those count.
    var clusters: ClusterPolicies? {
        guard case .clusters(let policies)? = given else { return nil }
        return policies
    }

    /// The tags that some markers need, and why some are missing.
    func tags(for marked: MarkedFiles) async throws -> (TagSource, [UpdateError]) {
        if let given { return (given, []) }
        let targets = ScanPlan(marked).targets
        for target in targets { places[target.name] = target.image }
        let unknown = targets.filter { target in
            // Which digests are wanted depends on the policies of the moment.
            target.asksForDigests || images[target.name] == nil && failures[target.name] == nil
        }
        let outcome = try await line.aside { try await registries.outcome(of: unknown) }
        for image in outcome.images { images[image.name] = image }
        for failure in outcome.failures {
            failures[failure.image] = UpdateError(image: failure.image, message: failure.message)
        }
        let source = TagSource.snapshot(
            try TagSnapshot(targets.compactMap { images[$0.name] }), .registries)
        return (source, targets.compactMap { failures[$0.name] })
    }

    /// When images were built, which registries tell, and snapshots where they were asked to.
    func ages(of images: [SelectedImage]) async -> [ImageAge] {
        switch given {
        case .clusters?:
            return images.map { _ in .unknown("clusters do not tell it") }
        case .snapshot(let snapshot, _)?:
            return images.map { snapshot.age(of: $0) }
        case nil:
            let questions = images.map { AgeQuestion(of: $0, at: place(of: $0)) }
            do {
                return try await registries.withClient { client in
                    await answers(to: questions) { await $0.answer(of: client) }
                }
            } catch {
                return images.map { _ in .unknown("\(error)") }
            }
        }
    }

    private func place(of image: SelectedImage) -> RegistryImage? {
        ImageName(image.name).flatMap { places[$0.full] }
    }
}

extension TagSnapshot {
    fileprivate func age(of image: SelectedImage) -> ImageAge {
        guard let created = self.image(named: image.name)?.buildTimes[image.tag] else {
            return .unknown("the snapshot does not tell it; `sluice scan --created` asks")
        }
        return ImageAge(created: created)
    }
}
