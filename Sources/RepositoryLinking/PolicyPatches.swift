import ManifestFacts
import RegularLanguages
import YAMLSyntax

/// The patches of kustomizations that may change what an ImagePolicy says.
struct PolicyPatches {
    struct Patch {
        /// Nil where the patch itself names its object.
        let target: YAMLNode?
        /// Nil for a patch in a file of its own.
        let text: String?
    }

    private let patches: [Patch]
    /// The names of the policies in files that are patches.
    private let patchedNames: Set<String>

    init(files: [ManifestFile]) {
        var patches: [Patch] = []
        var paths: Set<String> = []
        for file in files {
            for root in Self.roots(of: file.facts) {
                for key in ["patches", "patchesJson6902", "patchesStrategicMerge"] {
                    guard let items = root[key]?.items else { continue }
                    for item in items {
                        let text = item.text ?? item.string("patch")
                        let path = item.text ?? item.string("path")
                        patches.append(Patch(target: item["target"], text: text))
                        if let path, !path.contains("\n") {
                            paths.insert(Self.resolved(path, beside: file.path))
                        }
                    }
                }
            }
        }
        self.patches = patches.filter(\.mayTargetPolicies)
        patchedNames = Set(
            files.filter { paths.contains($0.path) }.flatMap { file in
                file.facts.policies.compactMap(\.object.identity.name)
            })
    }

    /// What holds patches: a kustomization, and the `spec` of each Flux Kustomization.
    private static func roots(of facts: FileFacts) -> [YAMLNode] {
        let own = facts.kustomization.map { [$0.root] } ?? []
        return own + facts.fluxKustomizations.compactMap { $0.root["spec"] }
    }

    private static func resolved(_ path: String, beside file: String) -> String {
        var parts = file.split(separator: "/").dropLast()
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }

    /// Whether some patch changes policies, whichever.
    var isEmpty: Bool { patches.isEmpty && patchedNames.isEmpty }

    /// Whether a patch may change what this policy selects.
    func reach(_ policy: ImagePolicyFact) -> Bool {
        guard let name = policy.object.identity.name else { return !isEmpty }
        return patchedNames.contains(name) || patches.contains { $0.reaches(policyNamed: name) }
    }
}

extension PolicyPatches.Patch {
    fileprivate var mayTargetPolicies: Bool {
        if let target { return Self.accepts("ImagePolicy", target.string("kind")) }
        return text?.contains("ImagePolicy") ?? false
    }

    /// Selectors of labels and annotations may select any policy.
    fileprivate func reaches(policyNamed name: String) -> Bool {
        guard mayChangeSelection else { return false }
        if let target { return Self.accepts(name, target.string("name")) }
        return text?.contains(name) ?? true
    }

    private var mayChangeSelection: Bool {
        guard let text, text.contains("\n") || text.contains("{") else { return true }
        return ["policy", "filterTags", "imageRepositoryRef", "/spec"].contains {
            text.contains($0)
        }
    }

    /// Kustomize takes the fields of a target for patterns of the whole name.
    private static func accepts(_ name: String, _ pattern: String?) -> Bool {
        guard let pattern, !pattern.isEmpty else { return true }
        guard let pattern = try? Pattern("^(?:\(pattern))$") else { return true }
        return pattern.matches(name)
    }
}
