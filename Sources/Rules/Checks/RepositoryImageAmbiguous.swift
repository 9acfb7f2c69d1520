import ImageReferences
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags images of ImageRepositories that name a host but that Flux looks up at Docker Hub.
struct RepositoryImageAmbiguous: RepositoryRule {
    func finding(about repository: BuiltRepository, in model: RepositoryModel) -> Finding? {
        guard case .known(let image, let place) = repository.object.field("spec", "image") else {
            return nil
        }
        let reference = ImageReference(image, convention: .fluxRepository)
        guard reference.problems.isEmpty, !reference.isTemplated,
            let found = Repository(nameIn: image, convention: .fluxRepository),
            let host = host(in: found)
        else { return nil }
        return finding(
            "Flux reads `\(image)` as `\(found.canonicalName)`, not as an image at `\(host)`: add a "
                + "port or a path to the host", at: place, of: repository)
    }

    /// The part of the path that looks like a host.
    private func host(in repository: Repository) -> String? {
        guard repository.registry == nil else { return nil }
        let parts = repository.path.split(separator: "/", maxSplits: 1)
        guard let first = parts.first else { return nil }
        let isHost = first == "localhost" || parts.count == 1 && first.contains(".")
        return isHost ? String(first) : nil
    }
}
