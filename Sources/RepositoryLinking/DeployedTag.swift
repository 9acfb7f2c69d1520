import Kustomize
package import ManifestFacts
package import SourceText

/// A tag that a manifest deploys.
package final class DeployedTag: Sendable {
    package let tag: String
    /// The tag, as narrow as it can be told.
    package let location: SourceLocation
    /// The scalar that contains it.
    package let scalar: SourceSpan
    package let place: ScalarPlace
    package let object: ObjectIdentity?
    private let imageText: String?

    private init(
        _ tag: String, at location: SourceLocation, in scalar: SourceSpan, place: ScalarPlace,
        object: ObjectIdentity?, imageText: String?
    ) {
        self.tag = tag
        self.location = location
        self.scalar = scalar
        self.place = place
        self.object = object
        self.imageText = imageText
    }

    /// Nil where a template or a chart fills it in, or where only a marker tells of it.
    package var image: ImageName? { imageText.flatMap { ImageName($0) } }
}

extension DeployedTag {
    /// The tag that is at a marker now; nil where there is none, where a template fills it in,
    /// and where Flux does not see the marker.
    package convenience init?(_ marker: Placed<MarkerFact>) {
        guard let tag = marker.fact.deployedTag, let target = marker.fact.target,
            let setter = marker.fact.liveSetter
        else { return nil }
        self.init(
            tag, at: SourceLocation(path: marker.path, span: target.span), in: target.span,
            place: marker.place(target.span), object: marker.fact.object,
            imageText: setter.field == .image ? target.text : nil)
    }

    /// An image's tag; nil where there is none, where a template fills it in, and where something
    /// else replaces it.
    fileprivate convenience init?(_ image: JudgedImage, in model: RepositoryModel) {
        guard case .known(let tag, let span) = image.fact.tag,
            image.deployedParts.version == .deployed,
            let place = model.place(ofScalarHolding: span, of: image)
        else { return nil }
        self.init(
            tag, at: image.location(of: span), in: image.scalar(holding: span), place: place,
            object: image.fact.object, imageText: image.fact.nameText)
    }
}

extension Placed where Fact == ImageFact {
    /// The image's name; nil where a template or a chart fills it in.
    package var name: ImageName? { fact.nameText.flatMap { ImageName($0) } }

    /// Where its scalars are.
    package var places: [SourceLocation] {
        fact.scalars.map { SourceLocation(path: path, span: $0) }
    }
}

extension ImageFact {
    /// The image's name as written, or that of the images that an entry is for.
    var nameText: String? { repository.text ?? overriddenName?.text }
}

extension RepositoryModel {
    /// Whether an image is in a file that kustomizations use as a patch and not as an object.
    package func isPatch(_ image: Placed<ImageFact>) -> Bool { !graph.declares(image.file) }

    /// The tags that manifests deploy: those of images, and those at markers that are elsewhere.
    package var deployedTags: [DeployedTag] {
        knownDeployedTags.value {
            var scalars = Set(images.flatMap { image in image.fact.scalars.map(image.place) })
            let tags = judgedImages.compactMap { DeployedTag($0, in: self) }
            scalars.formUnion(tags.map(\.place))
            return tags
                + markers.compactMap { DeployedTag($0) }.filter { !scalars.contains($0.place) }
        }
    }

    /// Whether a part of an image is in a scalar that Flux writes, or that takes its text from one.
    package func isMarked(_ part: SourceSpan, of image: JudgedImage) -> Bool {
        place(ofScalarHolding: part, of: image).map(markedScalars.contains) ?? false
            || takesMarkedInput(image.location(of: part))
    }

    /// Whether a ResourceSet fills in inputs at a place, and Flux writes one of them.
    package func takesMarkedInput(_ place: SourceLocation) -> Bool {
        guard let facts = file(at: place.path)?.facts,
            let resourceSet = facts.resourceSets.first(where: { $0.isFilledIn(place.span) }),
            let inputs = resourceSet.inputs
        else { return false }
        return facts.markers.contains { marker in
            marker.isSeen && marker.target.map { inputs.contains($0.span) } ?? false
        }
    }

    fileprivate func place(ofScalarHolding part: SourceSpan, of image: JudgedImage) -> ScalarPlace?
    {
        image.place(ofScalarHolding: part)
            ?? graph.kustomize.tree.file(at: image.location(of: part).path).map {
                ScalarPlace(file: $0, offset: image.scalar(holding: part).lowerBound)
            }
    }
}
