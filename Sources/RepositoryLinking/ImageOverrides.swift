package import ManifestFacts
import SourceText

/// What the `images` entries of kustomizations set, by the names of the images they apply to.
package struct ImageOverrides: Sendable {
    private var pinned: Set<String> = []
    private var renamed: Set<String> = []

    init(files: [ManifestFile]) {
        for file in files {
            for image in file.facts.images {
                guard let name = image.overriddenName?.text else { continue }
                if !image.tag.isAbsent || !image.digest.isAbsent { pinned.insert(name) }
                if !image.repository.isAbsent { renamed.insert(name) }
            }
        }
    }

    /// Whether an entry with this image's name, which kustomize compares as text, sets the tag or
    /// the digest.
    package func pin(_ image: ImageFact) -> Bool {
        isOverridden(image, by: pinned)
    }

    /// Whether an entry with this image's name replaces the part at fault.
    package func replace(_ fault: ImageProblem, of image: ImageFact) -> Bool {
        let isTag = image.tag.span?.contains(fault.span) ?? false
        return isOverridden(image, by: isTag ? pinned : renamed)
    }

    private func isOverridden(_ image: ImageFact, by names: Set<String>) -> Bool {
        guard image.use == .container || image.use == .volume, let name = image.repository.text
        else { return false }
        return names.contains(name)
    }
}
