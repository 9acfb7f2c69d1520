import ImageReferences
import ManifestFacts
import RepositoryLinking
import SourceText
import YAMLSyntax

/// Flags values that are another image than the one that their marker writes.
struct MarkerImageMismatch: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        images(in: model) + neighbours(in: model)
    }

    /// Warnings about tags and digests that are written beside another image, which has a policy of
    /// its own; images may share their tags.
    private func neighbours(in model: RepositoryModel) -> [Finding] {
        NeighbourImages(model).cases.compactMap { found in
            guard let own = model.policies(for: found.held).first else { return nil }
            return finding(
                "this marker writes the tag that `\(found.policy.name)` selects for "
                    + "`\(found.written.full)`, but the image beside it is "
                    + "`\(found.held.full)`; did you mean the policy `\(own.name)`?",
                at: found.marker, severity: .warning,
                related: [
                    RelatedLocation("the policy of the image", at: own.location)
                ])
        }
    }

    private func images(in model: RepositoryModel) -> [Finding] {
        model.markers.compactMap { marker in
            guard let setter = marker.fact.liveSetter, let target = marker.fact.target,
                setter.field == .image || setter.field == .name,
                !target.text.isPlaceholder, let held = ImageName(target.text),
                let written = WrittenImage.images(of: marker, in: model), let first = written.first,
                written.allSatisfy({ !$0.mayBe(held, writtenAs: target.text) })
            else { return nil }
            return finding(
                "this marker replaces the image `\(held.full)` by another one, `\(first.text)`: name "
                    + "the policy of the image, or correct the image", at: marker,
                related: [
                    RelatedLocation("the image of the marker's policy", at: first.location)
                ])
        }
    }
}

/// The image of a policy's ImageRepository, as built.
private struct WrittenImage {
    /// With `${…}` for unknown variables.
    let text: String
    let location: SourceLocation

    /// Nil if the image is not known.
    init?(_ repository: BuiltRepository) {
        switch repository.object.field("spec", "image") {
        case .known(let text, let location):
            self.text = text
            self.location = location
        case .unknown:
            // The text beside an unknown variable is still known.
            guard let written = repository.fact.fact.image else { return nil }
            text = written.text
            location = SourceLocation(path: repository.fact.path, span: written.span)
        case .absent, .collection: return nil
        }
    }

    /// The images of all policies that the marker may mean; nil if one is not known.
    static func images(of marker: Placed<MarkerFact>, in model: RepositoryModel) -> [WrittenImage]?
    {
        var found: [WrittenImage] = []
        for policy in model.policyLinks.policies(of: marker) {
            guard !policy.repositories.isEmpty else { return nil }
            for repository in policy.repositories {
                guard let image = WrittenImage(repository) else { return nil }
                found.append(image)
            }
        }
        return found
    }

    func mayBe(_ name: ImageName, writtenAs text: String) -> Bool {
        guard NamePattern.isLiteral(self.text) else {
            let pattern = NamePattern(self.text)
            return [name.full, name.canonical, text, text.nameAlone].contains(
                where: pattern.matches)
        }
        return ImageName(self.text).map { $0.canonical == name.canonical } ?? true
    }
}

extension String {
    /// Whether this is a bare word, which is a placeholder until Flux writes an image.
    fileprivate var isPlaceholder: Bool { !contains { "/:@".contains($0) } }

    /// The text without tag and digest.
    fileprivate var nameAlone: String {
        let name = prefix { $0 != "@" }
        let last = name.lastIndex(of: "/") ?? name.startIndex
        return String(name[last...].firstIndex(of: ":").map { name[..<$0] } ?? name)
    }
}
