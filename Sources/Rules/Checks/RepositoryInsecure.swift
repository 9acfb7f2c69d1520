import ImageReferences
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags ImageRepositories that read tags from a registry over plain HTTP.
struct RepositoryInsecure: RepositoryRule {
    func finding(about repository: BuiltRepository, in model: RepositoryModel) -> Finding? {
        guard case .known("true", let place) = repository.object.field("spec", "insecure"),
            let image = repository.object.field("spec", "image").text,
            let registry = ImageReference(image, convention: .fluxRepository).registry.text,
            !registry.isNearby
        else { return nil }
        return finding(
            "Flux reads the tags of `\(registry)` over plain HTTP, so anyone on the network path "
                + "can decide what is deployed: serve the registry over TLS", at: place,
            of: repository)
    }
}

extension String {
    /// Whether a registry is local, in the cluster or in a private network, where Flux uses plain
    /// HTTP anyway or the network is trusted.
    fileprivate var isNearby: Bool {
        let host = String(prefix { $0 != ":" })
        let numbers = host.split(separator: ".").compactMap { UInt8($0) }
        if numbers.count == 4, host.split(separator: ".").count == 4 {
            return numbers[0] == 10 || numbers[0] == 127 || numbers.starts(with: [192, 168])
                || numbers[0] == 172 && (16...31).contains(numbers[1])
        }
        return hasPrefix("[") || host == "localhost"
            || [".localhost", ".svc", ".local", ".internal"].contains {
                host.hasSuffix($0)
            } || !host.contains(".")
    }
}
