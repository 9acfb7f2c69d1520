package import Configuration
package import ManifestFacts
package import SourceText

/// All facts of a snapshot, linked: what rules judge.
package struct RepositoryModel: Sendable {
    /// Ascending by the bytes of their paths.
    package let files: [ManifestFile]
    /// In the order of their files and places.
    package let images: [Placed<ImageFact>]
    /// In the order of their files and places.
    package let markers: [Placed<MarkerFact>]
    /// The scalars that Flux's setters write, by marker.
    package let markedScalars: Set<SourceLocation>
    /// Objects of Flux as kustomize and Flux build them.
    package let objects: EffectiveObjects
    package let policies: PolicyIndex
    package let repositories: RepositoryIndex
    package let policyLinks: PolicyLinks
    package let scannedImages: ScannedImages
    package let overrides: ImageOverrides
    package let environments: Environments
    let graph: BuildGraph

    /// Links the facts of all files; `tokens` tell what all paths of the repository do, nil for
    /// the files' own.
    ///
    /// Cost: linear in their number.
    package init(
        files: [ManifestFile], tokens: EnvironmentTokens? = nil,
        configuration: RepositoryConfiguration = .standard
    ) {
        self.files = files
        images = files.flatMap { file in file.facts.images.map { Placed($0, path: file.path) } }
        markers = files.flatMap { file in file.facts.markers.map { Placed($0, path: file.path) } }
        markedScalars = Set(
            markers.compactMap { marker in
                guard marker.fact.liveSetter != nil, let target = marker.fact.target else {
                    return nil
                }
                return SourceLocation(path: marker.path, span: target.span)
            })
        graph = FluxWalk(files: files).graph
        objects = EffectiveObjects(graph)
        policies = PolicyIndex(objects, files: files)
        repositories = RepositoryIndex(objects, files: files)
        policyLinks = PolicyLinks(files: files, markers: markers)
        scannedImages = ScannedImages(files: files)
        overrides = ImageOverrides(graph)
        environments = Environments(
            tokens: tokens ?? EnvironmentTokens(paths: files.map(\.path)),
            configuration: configuration, files: files)
    }

    package var configuration: RepositoryConfiguration { environments.configuration }
}

/// A fact and the file it stands in.
///
/// A reference, because every rule walks all facts and a fact has a dozen parts to copy.
package final class Placed<Fact: Sendable>: Sendable {
    package let fact: Fact
    package let path: String

    init(_ fact: Fact, path: String) {
        self.fact = fact
        self.path = path
    }
}

/// The facts of one file, at its path.
///
/// A reference, because a file has many lists of facts to copy.
package final class ManifestFile: Sendable {
    /// Relative to the repository's root, with forward slashes.
    package let path: String
    package let facts: FileFacts

    package init(path: String, facts: FileFacts) {
        self.path = path
        self.facts = facts
    }
}
