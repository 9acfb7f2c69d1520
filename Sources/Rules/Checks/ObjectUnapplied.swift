import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags objects of image automation in files and directories that no kustomization lists.
struct ObjectUnapplied: Rule {
    static let judgesDeployment = true

    func findings(in model: RepositoryModel) -> [Finding] {
        model.unlistedFiles.compactMap { file in
            guard let object = file.objects.first, let kind = object.identity.kind else {
                return nil
            }
            let name = object.identity.name ?? ""
            let others = file.objects.count - 1
            let rest = others == 0 ? "" : " and \(others) more object\(others == 1 ? "" : "s")"
            let omission =
                file.directory?.split(separator: "/").last.map {
                    "the kustomization that lists the directories beside `\($0)` does not list it"
                } ?? "the kustomization that lists the files beside this one does not list it"
            return finding(
                "\(omission), so Flux never applies the \(kind) `\(name)`\(rest); add it to `resources`",
                at: object.location(in: file.path),
                related: [
                    RelatedLocation("the kustomization lists its neighbors", at: file.kustomization)
                ], object: object.identity, subject: "\(kind)/\(name)")
        }
    }
}
