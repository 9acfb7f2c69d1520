import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags entries of `images` in kustomizations that match no image below them.
struct KustomizationImageUnused: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        model.unusedImageEntries.map { entry in
            finding(
                "no image below this kustomization is called `\(entry.name.text)`, so the entry "
                    + "changes nothing: write the name as the manifests have it, or remove the entry",
                at: entry.location, subject: entry.name.text)
        }
    }
}
