import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags Secrets with unencrypted values.
struct SecretUnencrypted: Rule {
    static let judgesDeployment = true

    func findings(in model: RepositoryModel) -> [Finding] {
        model.files.flatMap { file in
            file.facts.secrets.compactMap { secret in
                guard let entry = secret.entries.first(where: \.isReadable) else { return nil }
                return finding(
                    "`\(entry.key)` of this Secret is not encrypted, so anyone who can read this "
                        + "repository can read it: replace the credential and encrypt the new one",
                    at: SourceLocation(path: file.path, span: entry.span),
                    object: secret.object.identity,
                    subject: "\(secret.object.identity.name ?? "") \(entry.key)")
            }
        }
    }
}
