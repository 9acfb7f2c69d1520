package import ImageReferences
import ManifestFacts

/// The names of all images that manifests and ImageRepositories have.
package struct KnownImageNames: Sendable {
    /// By names as written; nil for one that is not valid.
    private var repositories: [String: Repository?] = [:]
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
        guard repositories[name] == nil else { return }
        let repository = Repository(nameIn: name)
        repositories[name] = .some(repository)
        guard let repository else { return }
        canonical.insert(repository.canonicalName)
        if let registry = repository.registry {
            paths[registry, default: []].insert(repository.path)
        }
    }

    /// The parts of an image's name; nil for one that is not valid.
    package func repository(named name: String) -> Repository? {
        repositories[name] ?? Repository(nameIn: name)
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
