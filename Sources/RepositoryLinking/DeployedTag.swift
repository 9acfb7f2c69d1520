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
    package let object: ObjectIdentity?
    /// Nil where a template or a chart fills it in, or where only a marker tells of it.
    package let image: ImageName?
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
        object = marker.fact.object
        image = ImageName(target.text)
    }

    /// An image's tag; nil where there is none, and where a template fills it in.
    package init?(_ image: Placed<ImageFact>) {
        guard case .known(let tag, let span) = image.fact.tag else { return nil }
        self.tag = tag
        location = SourceLocation(path: image.path, span: span)
        scalar = image.fact.scalar(holding: span)
        object = image.fact.object
        self.image = image.name
    }
}

extension Placed where Fact == ImageFact {
    /// The image's name; nil where a template or a chart fills it in.
    package var name: ImageName? {
        (fact.repository.text ?? fact.overriddenName?.text).flatMap { ImageName($0) }
    }
}

extension RepositoryModel {
    /// The tags that manifests deploy: those of images, but for those that a kustomization's entry
    /// replaces, and those at markers that stand elsewhere.
    package var deployedTags: [DeployedTag] {
        var scalars: Set<SourceLocation> = []
        var tags: [DeployedTag] = []
        for image in images {
            for scalar in image.fact.scalars {
                scalars.insert(SourceLocation(path: image.path, span: scalar))
            }
            if let tag = DeployedTag(image), !overrides.pin(image) { tags.append(tag) }
        }
        return tags
            + markers.compactMap { DeployedTag($0) }.filter { !scalars.contains($0.location) }
    }
}
