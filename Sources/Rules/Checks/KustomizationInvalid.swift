import Configuration
import RepositoryLinking
import SourceText

/// Flags kustomizations with fields that kustomize does not know.
struct KustomizationInvalid: Rule {
    static let judgesDeployment = true

    func findings(in model: RepositoryModel) -> [Finding] {
        model.unknownKustomizationFields.map { field in
            finding(message(field), at: field.location, subject: field.name)
        }
    }

    private func message(_ field: UnknownKustomizationField) -> String {
        let name = field.location.path.split(separator: "/").last ?? ""
        if field.isFluxKustomization {
            return
                "these are the fields of a Flux Kustomization, but kustomize reads a file with the "
                + "name `\(name)` as its own and fails, so Flux applies nothing of this directory; "
                + "rename the file, and give it the apiVersion of a Flux Kustomization"
        }
        let meant = Suggestion.nearest(to: field.name, among: KustomizationField.all)
        return "`\(field.name)` is not a field of a kustomization, so kustomize fails and Flux "
            + "applies nothing of this directory"
            + (meant.map { "; did you mean `\($0)`?" } ?? ": remove the field")
    }
}
