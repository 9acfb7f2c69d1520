import ManifestFacts
import RepositoryLinking

/// Tells what markers get, by one source of tags.
struct LatestImages: Sendable {
    /// What the source holds that cannot be, which makes all of it doubtful.
    let faults: [UpdateError]
    private let source: TagSource

    init(_ source: TagSource) {
        self.source = source
        switch source {
        case .clusters(let policies):
            faults = policies.faults.map { UpdateError(image: $0.image, message: $0.message) }
        }
    }

    /// - Parameter policies: Those of the repository that the marker may mean.
    func latest(of setter: SetterMarker, policies: [LinkedPolicy]) -> LatestImage {
        switch source {
        case .clusters(let clusters): clusters.latest(of: setter)
        }
    }
}
