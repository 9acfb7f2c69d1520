import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags entries of `images` in kustomizations that no image below them has the name of.
struct KustomizationImageUnused: Rule {
    static let definition = RuleDefinition(markdown: RuleCatalog.kustomizationImageUnused)

    func findings(in model: RepositoryModel) -> [Finding] {
        model.unusedImageEntries.map { entry in
            Finding(
                rule: Self.definition.id, severity: Self.definition.severity,
                message: "no image below this kustomization is called `\(entry.name.text)`, so the "
                    + "entry changes nothing",
                location: entry.location, subject: entry.name.text)
        }
    }
}
