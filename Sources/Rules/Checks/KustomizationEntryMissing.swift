import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags entries of kustomizations that name what the repository does not hold.
struct KustomizationEntryMissing: Rule {
    static let definition = RuleDefinition(markdown: RuleCatalog.kustomizationEntryMissing)
    static let judgesDeployment = true

    func findings(in model: RepositoryModel) -> [Finding] {
        model.missingEntries.map { missing in
            Finding(
                rule: Self.definition.id, severity: missing.severity,
                message: missing.message, location: missing.location,
                subject: missing.entry.text)
        }
    }
}

extension MissingEntry {
    fileprivate var severity: Severity {
        switch builder {
        case .flux: .error
        case .somebody: .warning
        case .perhapsNobody: .note
        }
    }

    fileprivate var message: String {
        let fault =
            switch fault {
            case .nothingThere: "there is no `\(entry.text)` in this repository"
            case .directoryWithoutKustomization:
                "the folder `\(entry.text)` has no kustomization.yaml"
            }
        let consequence =
            builder == .flux
            ? "the build fails and Flux applies nothing of this kustomization"
            : "kustomize cannot build this folder"
        return "\(fault), so \(consequence)"
            + (suggestion.map { "; did you mean `\($0)`?" } ?? "")
    }
}
