import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags directories with manifests that nothing deploys.
struct DirectoryUnapplied: Rule {
    static let judgesDeployment = true

    func findings(in model: RepositoryModel) -> [Finding] {
        model.unreachedDirectories.map { directory in
            finding(
                "nothing in this repository deploys \(directory.words)",
                at: directory.object.location(in: directory.firstPath),
                object: directory.object.identity, subject: directory.path)
        }
    }
}

extension UnreachedDirectory {
    fileprivate var words: String {
        if !isPartlyReached {
            let name = path.split(separator: "/").last ?? ""
            return "the directory `\(name)`: no applied kustomization reaches its manifests"
        }
        return hasSeveral
            ? "this manifest and others beside it: no applied kustomization reaches them"
            : "this manifest: no applied kustomization reaches it"
    }
}
