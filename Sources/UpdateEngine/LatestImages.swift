import ManifestFacts
import RepositoryLinking
import Synchronization
import TagPolicies
import TagSnapshots

/// Tells what markers get, by one source of tags.
final class LatestImages: Sendable {
    /// What the source holds that cannot be, which makes all of it doubtful.
    let faults: [UpdateError]
    private let source: TagSource
    /// By the numbers of policies: many markers may follow one.
    private let selected = Mutex<[Int: LatestImage]>([:])

    init(_ source: TagSource) {
        self.source = source
        switch source {
        case .clusters(let policies):
            faults = policies.faults.map { UpdateError(image: $0.image, message: $0.message) }
        case .snapshot: faults = []
        }
    }

    /// - Parameter policies: Those of the repository that the marker may mean.
    func latest(of setter: SetterMarker, policies: [LinkedPolicy]) -> LatestImage {
        switch source {
        case .clusters(let clusters): return clusters.latest(of: setter)
        case .snapshot(let snapshot):
            let images = Set(policies.map { latest(of: $0, in: snapshot) })
            let name = "`\(setter.namespace)/\(setter.name)`"
            guard let image = images.first else {
                return .none("the policy \(name) is not declared in this repository")
            }
            return images.count == 1
                ? image
                : .refused("the policies \(name) of several clusters do not select the same")
        }
    }

    private func latest(of policy: LinkedPolicy, in snapshot: TagSnapshot) -> LatestImage {
        if let known = selected.withLock({ $0[policy.number] }) { return known }
        let image = policy.latest(in: snapshot)
        selected.withLock { $0[policy.number] = image }
        return image
    }
}

extension LinkedPolicy {
    /// What Flux would select from the tags of a snapshot.
    fileprivate func latest(in snapshot: TagSnapshot) -> LatestImage {
        let names = Set(repositories.map(\.image))
        guard names.count == 1, let image = names.first ?? nil else {
            return .none("the repository leaves the image of the policy `\(name)` open")
        }
        if let fault { return .none("the policy `\(name)` is not valid: \(fault)") }
        guard let scanned = snapshot.image(named: image) else {
            return .none("the snapshot has no tags of the image `\(image)`")
        }
        guard let selection = reading.selection(from: scanned.tags) else {
            return .none("the repository leaves open what the policy `\(name)` selects")
        }
        guard let tag = selection.selected else {
            let reason = selection.failure.map { ": \($0)" } ?? ""
            return .none("the policy `\(name)` selects nothing from the snapshot\(reason)")
        }
        return latest(SelectedImage(name: image, tag: tag, digest: scanned.digests[tag]))
    }

    /// The image with its digest only where the policy asks for one.
    private func latest(_ image: SelectedImage) -> LatestImage {
        let reason = "`\(name)` selects it from the snapshot"
        switch reflectsDigest {
        case false?:
            return .valid(SelectedImage(name: image.name, tag: image.tag), by: reason)
        case true? where image.digest != nil: return .valid(image, by: reason)
        case true?: return .refused("the snapshot lacks the digest of `\(image.tag)`")
        case nil: return .refused("whether the policy `\(name)` reflects a digest is not known")
        }
    }
}

extension LatestImage {
    fileprivate static func valid(_ image: SelectedImage, by reason: String) -> LatestImage {
        image.fault.map(refused) ?? .selected(image, by: reason)
    }
}
