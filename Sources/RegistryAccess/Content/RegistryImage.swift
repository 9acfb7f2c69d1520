package import CloudRegistries
import ImageReferences
package import WebAccess

/// Where the tags of one image are: what `spec.image` of an ImageRepository says.
///
/// Source: go-containerregistry, `name.NewRepository` with weak validation, as Flux calls it.
package struct RegistryImage: Hashable, Sendable {
    /// As the user wrote it, which is what Flux writes into manifests.
    package let name: String
    package let host: WebHost
    /// The path in the registry, with Docker Hub's `library/`.
    package let path: String
    /// Whether the repository's own manifest allows plain HTTP.
    package let isDeclaredInsecure: Bool
    /// The cloud whose login the repository's manifest wants; nil for `generic`.
    package let provider: CloudProvider?

    /// - Parameter provider: As `spec.provider` says it.
    package init(
        _ name: String, isDeclaredInsecure: Bool = false, provider: String? = nil
    ) throws(RegistryError) {
        let reference = ImageReference(name, convention: .fluxRepository)
        guard !reference.isTemplated, !name.contains("$") else {
            throw RegistryError(.incompleteImage, image: name)
        }
        if let problem = reference.problems.first {
            throw RegistryError(.invalidImage(problem), image: name)
        }
        let repository = Repository(
            registry: reference.registry.text, path: reference.repository.text ?? "")
        let canonical = repository.canonicalName
        let authority = canonical.prefix { $0 != "/" }
        guard let host = WebHost(String(authority)) else {
            let problem = ReferenceProblem(.malformedPort, at: reference.registry.range ?? 0..<0)
            throw RegistryError(.invalidImage(problem), image: name)
        }
        self.name = name
        self.host = host.isDockerHub ? .dockerHub : host
        path = String(canonical[authority.endIndex...].dropFirst())
        self.isDeclaredInsecure = isDeclaredInsecure
        self.provider = provider.flatMap(CloudProvider.init)
    }

    /// The scope of a token for reading this image.
    var scope: String { "repository:\(path):pull" }

    /// The scope of a token for writing this image, too.
    var writingScope: String { "repository:\(path):pull,push" }
}
