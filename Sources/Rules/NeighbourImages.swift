import ImageReferences
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
        let held: ImageName
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
                written.canonical != held.canonical,
                !written.mayShareBuilds(with: held)
            else { return nil }
            return Case(marker: marker, held: held, policy: policy, written: written)
        }
    }
}

extension RepositoryModel {
    /// The full names of the images and artifacts whose tag or digest is a scalar of its own, which a marker can
    /// write alone; by that scalar.
    fileprivate var heldImages: [SourceLocation: ImageName] {
        var held: [SourceLocation: ImageName] = [:]
        for image in images where !image.fact.isWhole {
            // A chart or a kustomization may replace a bare word by the image's name.
            guard let text = image.fact.repository.text ?? image.fact.overriddenName?.text,
                text.contains("/"), let name = image.name
            else { continue }
            for place in image.places where place.span != image.fact.repository.span {
                held[place] = name
            }
        }
        for source in ociRepositories {
            guard let name = source.fact.imageName.flatMap({ ImageName($0) }) else { continue }
            for span in source.fact.versions {
                held[SourceLocation(path: source.path, span: span)] = name
            }
        }
        return held
    }

    /// The policies for an image, in their order.
    func policies(for image: ImageName) -> [LinkedPolicy] {
        policyLinks.policies.filter { $0.imageName?.canonical == image.canonical }
    }
}
