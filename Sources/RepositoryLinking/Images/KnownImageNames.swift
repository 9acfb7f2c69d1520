package import ImageReferences
import ManifestFacts

/// The names of all images that manifests and ImageRepositories have.
package struct KnownImageNames: Sendable {
    private var canonical: Set<String> = []
    /// By registry.
    private var paths: [String: Set<String>] = [:]

    /// Cost: linear in the number of images.
    fileprivate init(_ model: RepositoryModel) {
        for image in model.images {
            if let name = image.fact.repository.text { add(name) }
        }
        for repository in model.objects.repositories {
            if let name = repository.image { add(name) }
        }
    }

    private mutating func add(_ name: String) {
        guard let repository = Repository(nameIn: name) else { return }
        canonical.insert(repository.canonicalName)
        if let registry = repository.registry {
            paths[registry, default: []].insert(repository.path)
        }
    }

    package func contains(_ repository: Repository) -> Bool {
        canonical.contains(repository.canonicalName)
    }

    /// Whether several images come from a registry, so that its name is meant.
    package func isEstablished(_ registry: String) -> Bool {
        paths[registry].map { $0.count > 1 } ?? false
    }
}

extension RepositoryModel {
    package var imageNames: KnownImageNames {
        knownImageNames.value { KnownImageNames(self) }
    }
}
