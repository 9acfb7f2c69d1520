import Kustomize
package import ManifestFacts
package import SourceText

/// One place of a repository that says which image runs, and in which environments.
package struct ImagePlacement: Sendable {
    package let final: FinalImage
    /// Nil where a template or a chart fills it in, and no policy tells.
    package let name: ImageName?
    package let object: ObjectIdentity?
    package let place: SourceLocation
    /// Where it is deployed as it is, in reading order.
    package let environments: [String]
    /// Whether kustomizations set another tag wherever it is deployed.
    package let isOverridden: Bool
    /// Whether its file reaches a cluster, or may.
    package let isDeployed: Bool
    /// The markers beside it that Flux reads.
    package let markers: [Placed<MarkerFact>]
    /// Whether a manifest has an image there, and not a marker alone.
    package let isImage: Bool
}

extension RepositoryModel {
    /// The markers that Flux reads, by the scalar that they write.
    package var liveMarkers: [SourceLocation: [Placed<MarkerFact>]] {
        var markers: [SourceLocation: [Placed<MarkerFact>]] = [:]
        for marker in self.markers where marker.fact.liveSetter != nil {
            guard let target = marker.fact.target else { continue }
            let place = SourceLocation(path: marker.path, span: target.span)
            markers[place, default: []].append(marker)
        }
        return markers
    }

    /// Every place that says which image runs where: for each workload what runs, and beside them
    /// whatever else says so.
    ///
    /// Cost: linear in the ways of building each object.
    package var imagePlacements: [ImagePlacement] {
        knownPlacements.value {
            var search = PlacementSearch(of: self)
            return search.placements()
        }
    }
}

/// Collects the images of a repository, as deployed.
private struct PlacementSearch {
    private let model: RepositoryModel
    private let order: [String]
    private let places: ImagePlaces
    private var environments: DeployedEnvironments
    /// By the scalar that they write.
    private let markers: [SourceLocation: [Placed<MarkerFact>]]

    init(of model: RepositoryModel) {
        self.model = model
        order = model.environments.inReadingOrder
        places = ImagePlaces(of: model)
        environments = DeployedEnvironments(of: model)
        markers = model.liveMarkers
    }

    mutating func placements() -> [ImagePlacement] {
        var all: [ImagePlacement] = []
        for image in model.images { all += placements(of: image) }
        for decided in places.decidedElsewhere { all.append(placement(decided)) }
        return all + lonePlacements()
    }

    /// One for each thing that roots make of an image which they take from its own place.
    private mutating func placements(of image: Placed<ImageFact>) -> [ImagePlacement] {
        let written = FinalImage(image)
        switch places.use(of: image) {
        case .told: return []
        case .overridden: return [placement(written, of: image, in: [], isOverridden: true)]
        case .unknown: return [placement(written.open, of: image, in: [])]
        case .unbuilt:
            let names = environments.roots(
                ofPath: image.path, namespace: image.fact.object?.namespace)
            return [placement(written, of: image, in: Set(names.keys))]
        case .deployed(let finals):
            return finals.map { final, roots in
                let names = environments.names(
                    ofPath: image.path, namespace: image.fact.object?.namespace, in: roots)
                return placement(final, of: image, in: names)
            }
        }
    }

    private func placement(
        _ final: FinalImage, of image: Placed<ImageFact>, in environments: Set<String>,
        isOverridden: Bool = false
    ) -> ImagePlacement {
        placement(
            final, object: image.fact.object, in: environments, isOverridden: isOverridden,
            at: SourceLocation(path: image.path, span: image.fact.span))
    }

    /// An image that a patch or an entry makes, at the scalar that says so.
    private mutating func placement(_ decided: ImagePlaces.Decided) -> ImagePlacement {
        let own = environments.roots(ofPath: decided.place.path, namespace: nil)
        let names =
            own.isEmpty
            ? environments.names(
                ofPath: decided.path, namespace: decided.object.namespace, in: decided.roots)
            : Set(own.keys)
        return placement(decided.final, object: decided.object, in: names, at: decided.place)
    }

    /// The tags at markers that are at no image, such as those of a ConfigMap.
    private mutating func lonePlacements() -> [ImagePlacement] {
        let known = Set(model.images.flatMap { image in image.fact.scalars.map(image.place) })
        return model.markers.compactMap { marker in
            guard let deployed = DeployedTag(marker), !known.contains(deployed.place) else {
                return nil
            }
            let names = environments.roots(
                ofPath: marker.path, namespace: marker.fact.object?.namespace)
            let final = FinalImage(
                name: nil, tag: .known(deployed.tag), digest: .absent,
                places: [SourceLocation(path: marker.path, span: deployed.scalar)])
            return placement(
                final, name: deployed.image, object: marker.fact.object, in: Set(names.keys),
                at: deployed.location, isImage: false)
        }
    }

    private func placement(
        _ final: FinalImage, name: ImageName? = nil, object: ObjectIdentity?,
        in environments: Set<String>, isOverridden: Bool = false, at place: SourceLocation,
        isImage: Bool = true
    ) -> ImagePlacement {
        let beside = final.places.flatMap { markers[$0] ?? [] }
        let isDeployed = model.reach(ofFile: place.path) == .deployed
        return ImagePlacement(
            final: final,
            name: name ?? final.name.flatMap { ImageName($0) } ?? followedImage(beside),
            object: object, place: place,
            environments: isDeployed ? order.filter(environments.contains) : [],
            isOverridden: isOverridden, isDeployed: isDeployed, markers: beside, isImage: isImage)
    }

    /// The image of the policy that markers follow, where it is one.
    private func followedImage(_ markers: [Placed<MarkerFact>]) -> ImageName? {
        let names = Set(
            markers.flatMap { model.policyLinks.policies(of: $0).map(\.imageName) })
        return names.count == 1 ? names.first ?? nil : nil
    }
}
