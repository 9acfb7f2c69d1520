import ManifestFacts
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
    private var places: [String: RegistryImage] = [:]

    /// - Parameter given: Nil where registries are to be asked.
    init(_ given: TagSource?, _ registries: RegistryOptions) {
        self.given = given
        self.registries = registries
    }

    /// What clusters have selected, where that is what counts.
    var clusters: ClusterPolicies? {
        guard case .clusters(let policies)? = given else { return nil }
        return policies
    }

    /// What some markers need, and why some of it is missing.
    func tags(for marked: MarkedFiles) async throws -> (TagSource, [UpdateError]) {
        if let given { return (given, []) }
        let targets = ScanPlan(marked).targets
        for target in targets { places[target.name] = target.image }
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

    /// When an image was built, which only its registry tells.
    func age(of image: SelectedImage) async -> ImageAge {
        guard given == nil else { return .unknown("the tags are not from registries") }
        guard let place = ImageName(image.name).flatMap({ places[$0.full] }) else {
            return .unknown("no ImageRepository says how its registry is reached")
        }
        let reference = image.digest ?? image.tag
        do {
            let answer = try await registries.withClient { client in
                await client.answer(about: place, reference)
            }
            return ImageAge(created: try answer.get().created)
        } catch let error as RegistryError {
            return .unknown("\(error.reason)")
        } catch {
            return .unknown("\(error)")
        }
    }
}

extension RegistryClient {
    fileprivate func answer(
        about image: RegistryImage, _ reference: String
    ) async -> Result<ImageConfiguration, RegistryError> {
        do throws(RegistryError) {
            return .success(try await imageConfiguration(of: image, reference: reference))
        } catch {
            return .failure(error)
        }
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
