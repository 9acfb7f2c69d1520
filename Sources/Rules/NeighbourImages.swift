import ManifestFacts
import RepositoryLinking
import SourceText

/// Finds markers that write a tag or digest beside another image than that of their policy.
///
/// Builds of one pipeline often share their tags, and mirrors have other names, so only markers
/// beside an evidently different application count.
struct NeighbourImages {
    struct Case {
        let marker: Placed<MarkerFact>
        /// The image beside the marker.
        let held: HeldImage
        let policy: LinkedPolicy
        /// The image that the policy selects tags of.
        let written: ImageName
    }

    /// In the order of their files.
    private(set) var cases: [Case] = []

    init(_ model: RepositoryModel) {
        let markers = model.markers.filter { marker in
            let field = marker.fact.liveSetter?.field
            return field == .tag || field == .digest
        }
        guard !markers.isEmpty else { return }
        let images = model.heldImages
        cases = markers.compactMap { marker in
            guard let target = marker.fact.target,
                let held = images[SourceLocation(path: marker.path, span: target.span)]
            else { return nil }
            let policies = model.policyLinks.policies(of: marker)
            let names = Set(policies.map(\.imageName))
            guard let policy = policies.first, names.count == 1, let written = policy.imageName,
                written.canonical != held.name.canonical,
                !written.mayShareBuilds(with: held.name)
            else { return nil }
            return Case(marker: marker, held: held, policy: policy, written: written)
        }
    }
}

extension RepositoryModel {
    /// The policies for an image, in their order.
    func policies(for image: ImageName) -> [LinkedPolicy] {
        policyLinks.policies.filter { $0.imageName?.canonical == image.canonical }
    }
}
