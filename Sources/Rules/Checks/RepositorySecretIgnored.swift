import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags ImageRepositories with a Secret that Flux ignores because of their cloud provider.
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
                "Flux ignores the Secret `\(secret)`, because with the provider `\(provider)` it uses "
                    + "only the cloud's credentials: remove one of them", at: place, of: repository)
        ]
    }
}
