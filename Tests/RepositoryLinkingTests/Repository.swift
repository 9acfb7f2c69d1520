import Kustomize
import ManifestFacts
import RepositoryLinking

/// A small repository in memory.
struct Repository {
    let model: RepositoryModel

    /// A text for each path.
    init(_ files: KeyValuePairs<String, String>) {
        model = RepositoryModel(
            files: files.sorted { $0.key < $1.key }.map { path, text in
                let role = FileRole(path: path) ?? .unvisited
                return ManifestFile(
                    path: path, facts: FileFacts(bytes: Array(text.utf8), role: role))
            })
    }

    /// `namespace/name` of all policies as built, sorted; `-` for no namespace.
    var policies: [String] { model.objects.policies.map(\.identity.text).sorted() }

    /// One field of all policies as built, in their order.
    func fields(_ keys: String...) -> [String] {
        model.objects.policies.map { policy in
            switch policy.object.document(keys) {
            case .absent: "absent"
            case .known(let text, _): text
            case .collection: "collection"
            case .unknown: "unknown"
            }
        }
    }
}

extension EffectiveIdentity {
    var text: String { "\(namespace.shown)/\(name.shown)" }
}

extension EffectiveText {
    fileprivate var shown: String {
        switch self {
        case .absent: "-"
        case .known(let text): text
        case .pattern(let text): "?\(text)"
        }
    }
}

extension EffectiveObject {
    fileprivate func document(_ keys: [String]) -> BuiltField {
        switch keys.count {
        case 1: field(keys[0])
        case 2: field(keys[0], keys[1])
        case 3: field(keys[0], keys[1], keys[2])
        default: field(keys[0], keys[1], keys[2], keys[3])
        }
    }
}

/// An ImagePolicy by the range of its versions.
func policy(_ name: String, in namespace: String? = nil, metadata: String = "") -> String {
    let place = namespace.map { "\n  namespace: \($0)" } ?? ""
    return """
        apiVersion: image.toolkit.fluxcd.io/v1
        kind: ImagePolicy
        metadata:
          name: \(name)\(place)
          labels: {tier: web}
        \(metadata)
        spec:
          imageRepositoryRef: {name: app}
          policy: {semver: {range: 1.x}}

        """
}

/// A Flux Kustomization of this repository, with more lines of its `spec`.
func flux(_ name: String, path: String, _ spec: String = "") -> String {
    let lines = spec.split(separator: "\n").map { "  \($0)\n" }.joined()
    return """
        apiVersion: kustomize.toolkit.fluxcd.io/v1
        kind: Kustomization
        metadata: {name: \(name), namespace: flux-system}
        spec:
          sourceRef: {kind: GitRepository, name: flux-system}
          path: \(path)
        \(lines)
        """
}
