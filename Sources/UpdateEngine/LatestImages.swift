import ManifestFacts
import RepositoryLinking
import Synchronization
import TagPolicies
package import TagSnapshots

/// The current selection of a policy, as far as it is known.
enum LatestImage: Hashable, Sendable {
    /// A possible image, with its source: one clause, lower case, no full stop.
    case selected(SelectedImage, by: String)
    /// Nothing is to be written; with the reason.
    case none(String)
    /// Something would be written, but is refused; with the reason.
    case refused(String)
}

/// Where the tags come from that are written.
package enum TagSource: Sendable {
    /// The selections of policies in clusters.
    case clusters(ClusterPolicies)
    /// The selections of the repository's policies from tags of registries.
    case snapshot(TagSnapshot, TagOrigin)
}

/// The source of the tags that policies select from.
package enum TagOrigin: Sendable {
    /// A file that an earlier scan wrote.
    case file
    /// The registries, in this run.
    case registries

    /// As in "selects nothing from the snapshot".
    var words: String {
        switch self {
        case .file: "the snapshot"
        case .registries: "its registry"
        }
    }
}

/// Finds the images that markers get from one source of tags.
final class LatestImages: Sendable {
    /// Invalid entries of the source, because of which all of it is rejected.
    let faults: [UpdateError]
    private let source: TagSource
    private let model: RepositoryModel?
    /// By the numbers of policies: many markers may follow one.
    private let selected = Mutex<[Int: LatestImage]>([:])

    /// - Parameter model: Nil where nothing is linked, and then markers mean no policies.
    init(_ source: TagSource, _ model: RepositoryModel?) {
        self.source = source
        self.model = model
        faults = if case .clusters(let policies) = source { policies.faults } else { [] }
    }

    /// - Parameter policies: Those of the repository that the marker may mean.
    func latest(of setter: SetterMarker, policies: [LinkedPolicy]) -> LatestImage {
        switch source {
        case .clusters(let clusters):
            let latest = clusters.latest(of: setter)
            guard case .selected(let image, _) = latest, let model,
                let reason = image.refusal(by: policies, in: model)
            else { return latest }
            return .refused(reason)
        case .snapshot(let snapshot, let origin):
            let images = Set(policies.map { latest(of: $0, in: snapshot, from: origin) })
            let name = "`\(setter.namespace)/\(setter.name)`"
            guard let image = images.first else {
                return .none("the policy \(name) is not declared in this repository")
            }
            return images.count == 1
                ? image
                : .refused("the policies \(name) of several clusters do not select the same")
        }
    }

    private func latest(
        of policy: LinkedPolicy, in snapshot: TagSnapshot, from origin: TagOrigin
    ) -> LatestImage {
        guard let model else { return .none("the policy `\(policy.name)` is not linked") }
        if let known = selected.withLock({ $0[policy.number] }) { return known }
        let image = policy.latest(in: snapshot, from: origin, model)
        selected.withLock { $0[policy.number] = image }
        return image
    }
}

extension LinkedPolicy {
    /// The selection of Flux from tags of registries.
    fileprivate func latest(
        in snapshot: TagSnapshot, from origin: TagOrigin, _ model: RepositoryModel
    ) -> LatestImage {
        let names = Set(repositories.map(\.image))
        let image = names.count == 1 ? names.first ?? nil : nil
        let scanned = image.flatMap { snapshot.image(named: $0) }
        let choice = model.choice(of: self, from: scanned?.tags ?? [])
        switch choice.readiness {
        case .selects: break
        case .suspended(let obstacle):
            return .none("the policy `\(name)` selects nothing new: \(obstacle.reason)")
        case .blocked(let obstacle):
            return .none("the policy `\(name)` selects nothing: \(obstacle.reason)")
        case .open(let reason):
            return .none("it is not known what the policy `\(name)` selects: \(reason)")
        }
        guard let image else {
            return .none("the repository leaves the image of the policy `\(name)` open")
        }
        guard let scanned else {
            return .none("there are no tags of the image `\(image)` from \(origin.words)")
        }
        guard let tag = choice.selected else {
            let reason = choice.reason.map { ": \($0)" } ?? ""
            return .none("the policy `\(name)` selects nothing from \(origin.words)\(reason)")
        }
        return latest(
            SelectedImage(name: image, tag: tag, digest: scanned.digests[tag]), from: origin)
    }

    /// The image with its digest only where the policy asks for one.
    private func latest(_ image: SelectedImage, from origin: TagOrigin) -> LatestImage {
        let reason = "`\(name)` selects it from \(origin.words)"
        switch reflectsDigest {
        case false?:
            return .valid(SelectedImage(name: image.name, tag: image.tag), by: reason)
        case true? where image.digest != nil: return .valid(image, by: reason)
        case true?:
            return .refused("the digest of `\(image.tag)` did not come from \(origin.words)")
        case nil: return .refused("whether the policy `\(name)` reflects a digest is not known")
        }
    }
}

extension LatestImage {
    fileprivate static func valid(_ image: SelectedImage, by reason: String) -> LatestImage {
        image.fault.map(refused) ?? .selected(image, by: reason)
    }
}
