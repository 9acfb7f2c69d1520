import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags ImageRepositories with a Secret that their cloud provider makes Flux ignore.
struct RepositorySecretIgnored: RepositoryRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.repositorySecretIgnored)

    func findings(
        about repository: Effective<ImageRepositoryFact>, in model: RepositoryModel
    ) -> [Finding] {
        guard let provider = repository.object.field("spec", "provider").text,
            ["aws", "azure", "gcp"].contains(provider),
            case .known(let secret, let place) = repository.object.field(
                "spec", "secretRef", "name")
        else { return [] }
        return [
            finding(
                "Flux ignores the Secret `\(secret)`: with the provider `\(provider)` it takes "
                    + "the cloud's credentials only", at: place, of: repository)
        ]
    }
}
