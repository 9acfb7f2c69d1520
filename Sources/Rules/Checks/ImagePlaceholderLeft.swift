import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags images with a `<placeholder>` that nothing fills in before Flux applies them.
struct ImagePlaceholderLeft: ImageRule, RepositoryRule {
    func finding(at image: JudgedImage, in model: RepositoryModel) -> Finding? {
        let fact = image.fact
        guard !image.isBuilt, fact.repository.isUnknown || fact.tag.isUnknown,
            image.deployedParts.name == .deployed, image.deployedParts.version == .deployed,
            let source = image.file(in: model)?.facts.source
        else { return nil }
        for scalar in fact.scalars {
            let text = String(decoding: source[scalar.range], as: UTF8.self)
            guard let placeholder = text.placeholder, model.isAppliedByFlux(image.path) else {
                continue
            }
            return finding(
                "nothing fills in `\(placeholder)`, so no node can pull this image; write the "
                    + "real name in its place", at: scalar, of: image)
        }
        return nil
    }

    func finding(about repository: BuiltRepository, in model: RepositoryModel) -> Finding? {
        guard case .known(let image, let place) = repository.object.field("spec", "image"),
            let placeholder = image.placeholder, model.isAppliedByFlux(repository.fact.path)
        else { return nil }
        return finding(
            "nothing fills in `\(placeholder)`, so Flux rejects the image `\(image)`; write "
                + "the real name in its place", at: place, of: repository)
    }
}

extension RepositoryModel {
    /// Whether a Flux Kustomization of the repository builds a file.
    fileprivate func isAppliedByFlux(_ path: String) -> Bool {
        roots(reaching: path).contains { $0.builder != nil }
    }
}

extension String {
    /// The first `<words>` of a text without any other kind of variable.
    fileprivate var placeholder: String? {
        guard !contains("$"), !contains("{{"), !contains("<<"), let open = firstIndex(of: "<")
        else { return nil }
        let word = self[open...].dropFirst().prefix { character in
            character.isLetter || character.isNumber || " _.-/".contains(character)
        }
        guard word.first?.isLetter == true, word.endIndex < endIndex, self[word.endIndex] == ">"
        else { return nil }
        return "<\(word)>"
    }
}
