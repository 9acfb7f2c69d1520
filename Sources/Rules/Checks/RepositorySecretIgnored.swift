import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags ImageRepositories with a Secret that Flux ignores because of their cloud provider.
struct RepositorySecretIgnored: RepositoryRule {
    func finding(about repository: BuiltRepository, in model: RepositoryModel) -> Finding? {
        guard let provider = repository.object.field("spec", "provider").text,
            ["aws", "azure", "gcp"].contains(provider),
            case .known(let secret, let place) = repository.object.field(
                "spec", "secretRef", "name")
        else { return nil }
        return finding(
            "Flux ignores the Secret `\(secret)`, because with the provider `\(provider)` it uses "
                + "only the cloud's credentials: remove one of them", at: place, of: repository)
    }
}
