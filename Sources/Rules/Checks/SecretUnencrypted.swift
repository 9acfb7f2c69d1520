import Kustomize
import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags Secrets whose values stand in Git as they are.
struct SecretUnencrypted: Rule {
    static let definition = RuleDefinition(markdown: RuleCatalog.secretUnencrypted)
    static let judgesDeployment = true

    func findings(in model: RepositoryModel) -> [Finding] {
        model.files.flatMap { file in
            file.facts.secrets.compactMap { secret in
                guard let entry = secret.entries.first(where: \.isReadable) else { return nil }
                return Finding(
                    rule: Self.definition.id, severity: Self.definition.severity,
                    message: "anybody who can read this repository can read `\(entry.key)` of this "
                        + "Secret",
                    location: SourceLocation(path: file.path, span: entry.span),
                    object: secret.object.identity,
                    subject: "\(secret.object.identity.name ?? "") \(entry.key)")
            }
        }
    }
}
