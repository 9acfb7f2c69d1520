import Kustomize
import ManifestFacts
import YAMLSyntax

/// A ConfigMap or Secret that a kustomization makes of files (kustomize,
/// `api/types/generatorargs.go`).
struct GeneratedObject: Sendable {
    enum Behavior: Sendable {
        case create
        case merge
        case replace
    }

    /// As written.
    let identity: ObjectIdentity
    let behavior: Behavior
    /// The paths of its files by their keys, from the repository's root; nil for one that leaves
    /// it.
    let paths: [String: String?]
    /// Keys that come from elsewhere: literals, and files of variables.
    let hasOtherKeys: Bool
    /// Whether kustomize adds no hash of the content to the name.
    let keepsName: Bool

    /// The objects that a kustomization generates.
    static func objects(of fact: KustomizationFact, directory: String) -> [GeneratedObject] {
        let options = fact.root["generatorOptions"]
        return fact.furtherKeys.flatMap { name, _, list -> [GeneratedObject] in
            switch name {
            case "configMapGenerator":
                list.items.compactMap { GeneratedObject($0, "ConfigMap", options, directory) }
            case "secretGenerator":
                list.items.compactMap { GeneratedObject($0, "Secret", options, directory) }
            default: []
            }
        }
    }

    private init?(_ entry: YAMLNode, _ kind: String, _ options: YAMLNode?, _ directory: String) {
        guard let name = entry.string("name") else { return nil }
        identity = ObjectIdentity(
            apiVersion: "v1", kind: kind, namespace: entry.string("namespace"), name: name)
        switch entry.string("behavior") {
        case "merge": behavior = .merge
        case "replace": behavior = .replace
        default: behavior = .create
        }
        var paths: [String: String?] = [:]
        for file in entry["files"]?.items.compactMap(\.text) ?? [] {
            let parts = file.split(separator: "=", maxSplits: 1).map(String.init)
            guard let path = parts.last else { continue }
            let key = parts.count == 2 ? parts[0] : path.split(separator: "/").last.map(String.init)
            paths[key ?? path] = .some(RepositoryPath.joined(path, to: directory))
        }
        self.paths = paths
        hasOtherKeys = ["literals", "envs", "env"].contains { entry[$0] != nil }
        let own = entry["options"]?["disableNameSuffixHash"] ?? options?["disableNameSuffixHash"]
        keepsName = own?.hasText("true") ?? false
    }
}
