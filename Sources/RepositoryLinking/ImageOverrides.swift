package import ManifestFacts

/// The images whose tag or digest the `images` entries of kustomizations set.
package struct ImageOverrides: Sendable {
    private let names: Set<String>

    init(files: [ManifestFile]) {
        var names: Set<String> = []
        for file in files {
            for image in file.facts.images where !image.tag.isAbsent || !image.digest.isAbsent {
                if let name = image.overriddenName?.text { names.insert(name) }
            }
        }
        self.names = names
    }

    /// Whether an entry has this image's name, which kustomize compares as text.
    package func pin(_ image: ImageFact) -> Bool {
        guard image.use == .container || image.use == .volume, let name = image.repository.text
        else { return false }
        return names.contains(name)
    }
}
