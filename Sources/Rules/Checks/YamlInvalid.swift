import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText
import YAMLSyntax

/// Flags files that Flux builds but kustomize cannot parse.
struct YamlInvalid: Rule {
    static let judgesDeployment = true

    func findings(in model: RepositoryModel) -> [Finding] {
        model.unreadableManifests.compactMap { manifest in
            let facts = manifest.file.facts
            // marker-file-skipped reports these.
            if facts.unreadMarkers.contains(where: { facts.comment(holding: $0) != nil }) {
                return nil
            }
            return finding(
                "\(manifest.error), so the build fails and Flux applies nothing of it",
                at: manifest.location, subject: "")
        }
    }
}
