import Configuration
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags kustomizations with fields that kustomize refuses.
struct KustomizationInvalid: Rule {
    static let definition = RuleDefinition(markdown: RuleCatalog.kustomizationInvalid)
    static let judgesDeployment = true

    func findings(in model: RepositoryModel) -> [Finding] {
        model.unknownKustomizationFields.map { field in
            Finding(
                rule: Self.definition.id, severity: Self.definition.severity,
                message: message(field), location: field.location, subject: field.name)
        }
    }

    private func message(_ field: UnknownKustomizationField) -> String {
        let name = field.location.path.split(separator: "/").last ?? ""
        if field.isFluxKustomization {
            return "these are the fields of a Flux Kustomization, but kustomize takes a file of "
                + "the name `\(name)` for its own and fails, so Flux applies nothing of this "
                + "directory; give the file another name, and the apiVersion of a Flux Kustomization"
        }
        let meant = Suggestion.nearest(to: field.name, among: KustomizationField.all)
        return "`\(field.name)` is not a field of a kustomization, so kustomize fails and Flux "
            + "applies nothing of this directory" + (meant.map { "; did you mean `\($0)`?" } ?? "")
    }
}
