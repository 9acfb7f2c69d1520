import Configuration
import ImageReferences
import ManifestFacts
import RepositoryLinking

/// Flags images from registries that the configuration does not allow.
struct ImageRegistryForbidden: ImageRule {
    func finding(at image: JudgedImage, in model: RepositoryModel) -> Finding? {
        guard model.configuration.allowedImages != nil, image.deployedParts.name == .deployed,
            case .known(let text, let span) = image.fact.repository, let name = image.name,
            image.fact.use != .helmValue || ImageReference(text).registry.text != nil,
            !model.configuration.allows(image: name.full)
        else { return nil }
        return finding(
            "the configuration does not allow the image `\(name.full)`: mirror it to an allowed "
                + "registry, or add it to `registries.allow`", at: span, of: image)
    }
}
