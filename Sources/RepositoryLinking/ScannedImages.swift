import Kustomize
import ManifestFacts

/// The images that the repository's ImageRepositories scan.
package struct ScannedImages: Sendable {
    private let names: Set<String>
    private let patterns: [NamePattern]

    init(_ repositories: [Effective<ImageRepositoryFact>]) {
        let images = Set(repositories.compactMap(\.imageAsFarAsKnown))
        names = Set(images.compactMap { ImageName($0)?.canonical })
        patterns = images.map { NamePattern($0) }.filter { !$0.isLiteral && !$0.matchesEverything }
    }

    /// Whether an ImageRepository has this image, or could have it once its variables are filled
    /// in.
    package func contains(_ image: ImageName) -> Bool {
        names.contains(image.canonical) || patterns.contains { $0.matches(image.full) }
    }
}

extension Effective where Fact == ImageRepositoryFact {
    /// With the variables that are not in the repository.
    fileprivate var imageAsFarAsKnown: String? {
        if let image { return image }
        let written = object.node(["spec", "image"])?.text?.text
        return written.flatMap { object.substituted($0) }
    }
}
