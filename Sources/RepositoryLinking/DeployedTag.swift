import ImageReferences
package import ManifestFacts
package import SourceText

/// A tag that a manifest deploys.
package struct DeployedTag: Sendable {
    package let tag: String
    /// The tag, as narrow as it can be told.
    package let location: SourceLocation
    /// The scalar that holds it.
    package let scalar: SourceSpan
    package let place: ScalarPlace
    package let object: ObjectIdentity?
    private let imageText: String?

    /// Nil where a template or a chart fills it in, or where only a marker tells of it.
    package var image: ImageName? { imageText.flatMap { ImageName($0) } }
}

extension DeployedTag {
    /// The tag that stands at a marker now; nil where there is none, where a template fills it in,
    /// and where Flux does not see the marker.
    package init?(_ marker: Placed<MarkerFact>) {
        guard let setter = marker.fact.liveSetter, let target = marker.fact.target,
            setter.field == .image || setter.field == .tag
        else { return nil }
        let reference = ImageReference(
            target.text, extent: setter.field == .image ? .whole : .tag)
        guard let tag = reference.tag.text else { return nil }
        self.tag = tag
        location = SourceLocation(path: marker.path, span: target.span)
        scalar = target.span
        place = marker.place(target.span)
        object = marker.fact.object
        imageText = setter.field == .image ? target.text : nil
    }

    /// An image's tag; nil where there is none, and where a template fills it in.
    package init?(_ image: Placed<ImageFact>) {
        guard case .known(let tag, let span) = image.fact.tag else { return nil }
        self.tag = tag
        location = SourceLocation(path: image.path, span: span)
        scalar = image.fact.scalar(holding: span)
        place = image.place(scalar)
        object = image.fact.object
        imageText = image.nameText
    }
}

extension Placed where Fact == ImageFact {
    /// The image's name; nil where a template or a chart fills it in.
    package var name: ImageName? { nameText.flatMap { ImageName($0) } }

    fileprivate var nameText: String? { fact.repository.text ?? fact.overriddenName?.text }
}

extension RepositoryModel {
    /// Whether an image stands in a file that kustomizations use as a patch and not as an object.
    package func isPatch(_ image: Placed<ImageFact>) -> Bool { !graph.declares(image.file) }

    /// The tags that manifests deploy: those of images, but for those that a kustomization's entry
    /// replaces, and those at markers that stand elsewhere.
    package var deployedTags: [DeployedTag] {
        knownDeployedTags.value {
            var scalars: Set<ScalarPlace> = []
            var tags: [DeployedTag] = []
            for image in images {
                for scalar in image.fact.scalars { scalars.insert(image.place(scalar)) }
                if let tag = DeployedTag(image), !overrides.pin(image) { tags.append(tag) }
            }
            return tags
                + markers.compactMap { DeployedTag($0) }.filter { !scalars.contains($0.place) }
        }
    }
}
