import ManifestFacts

/// The images that the repository's ImageRepositories scan.
package struct ScannedImages: Sendable {
    private let names: Set<String>
    private let patterns: [NamePattern]

    init(files: [ManifestFile]) {
        let images = files.flatMap { $0.facts.repositories.compactMap(\.image?.text) }
        names = Set(images.compactMap { ImageName($0)?.canonical })
        patterns = Set(images).map { NamePattern($0) }
            .filter { !$0.isLiteral && !$0.matchesEverything }
    }

    /// Whether an ImageRepository has this image, or could have it once its variables are filled
    /// in.
    package func contains(_ image: ImageName) -> Bool {
        names.contains(image.canonical) || patterns.contains { $0.matches(image.full) }
    }
}
