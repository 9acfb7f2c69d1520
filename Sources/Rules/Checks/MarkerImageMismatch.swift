import ImageReferences
import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText
import YAMLSyntax

/// Flags values that hold another image than the one that their marker writes.
struct MarkerImageMismatch: Rule {
    static let definition = RuleDefinition(markdown: RuleCatalog.markerImageMismatch)

    func findings(in model: RepositoryModel) -> [Finding] {
        images(in: model) + neighbours(in: model)
    }

    /// A tag or digest that is written beside another image, which has a policy of its own: a
    /// warning, because images may share their tags.
    private func neighbours(in model: RepositoryModel) -> [Finding] {
        NeighbourImages(model).cases.compactMap { found in
            guard let own = model.policies(for: found.held.name).first else { return nil }
            return finding(
                "this marker writes the tag that `\(found.policy.name)` selects of "
                    + "`\(found.written.full)`, but the image beside it is "
                    + "`\(found.held.name.full)`; did you mean the policy `\(own.name)`?",
                at: found.marker, severity: .warning,
                related: [
                    RelatedLocation(message: "the policy of the image", location: own.location)
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
                "this marker writes the image `\(first.text)`, but the value is another one: "
                    + "`\(held.full)`", at: marker,
                related: [
                    RelatedLocation(
                        message: "the image of the marker's policy", location: first.location)
                ])
        }
    }
}

/// The image that a policy is for, as built.
private struct WrittenImage {
    /// With `${…}` where a variable is not known.
    let text: String
    let location: SourceLocation

    /// Nil where it is not known.
    init?(_ repository: Effective<ImageRepositoryFact>) {
        switch repository.object.field("spec", "image") {
        case .known(let text, let location):
            self.text = text
            self.location = location
        case .unknown:
            // A variable whose value is not known still leaves the rest of the text.
            guard let written = repository.fact.fact.image else { return nil }
            text = written.text
            location = SourceLocation(path: repository.fact.path, span: written.span)
        case .absent, .collection: return nil
        }
    }

    /// Nil where one of the policies that the marker may mean is for an image that is not known.
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
    /// A word that stands for an image until Flux writes one: neither a path nor a tag.
    fileprivate var isPlaceholder: Bool { !contains { "/:@".contains($0) } }

    /// Without tag and digest.
    fileprivate var nameAlone: String {
        let name = prefix { $0 != "@" }
        let last = name.lastIndex(of: "/") ?? name.startIndex
        return String(name[last...].firstIndex(of: ":").map { name[..<$0] } ?? name)
    }
}
