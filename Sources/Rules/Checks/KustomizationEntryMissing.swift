import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags entries of kustomizations that name missing files or directories.
struct KustomizationEntryMissing: Rule {
    static let judgesDeployment = true

    func findings(in model: RepositoryModel) -> [Finding] {
        model.missingEntries.map { missing in
            finding(
                missing.message, at: missing.location, severity: missing.severity,
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
                "the directory `\(entry.text)` has no `kustomization.yaml`"
            }
        let consequence =
            builder == .flux
            ? "the build fails, and Flux applies nothing of this kustomization"
            : "kustomize cannot build this directory"
        return "\(fault), so \(consequence)"
            + (suggestion.map { "; did you mean `\($0)`?" } ?? ": correct the entry or remove it")
    }
}
