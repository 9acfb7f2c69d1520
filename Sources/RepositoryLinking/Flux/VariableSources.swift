import Kustomize
import ManifestFacts
import YAMLSyntax

/// The ConfigMaps and Secrets of a repository, for `postBuild.substituteFrom`.
struct VariableSources {
    /// By name.
    private let candidates: [String: [Placed<SettingsFact>]]

    init(_ settings: [Placed<SettingsFact>]) {
        candidates = Dictionary(grouping: settings) { $0.fact.object.identity.name ?? "" }
    }

    /// The variables that a Flux Kustomization substitutes: later sources win, the inline values
    /// over all.
    func variables(of kustomization: EffectiveObject, inFile path: String) -> Variables {
        var variables = Variables()
        let postBuild = kustomization.document?["spec"]?["postBuild"]
        if case .unknown? = postBuild { return .unknown }
        for source in postBuild?["substituteFrom"]?.items ?? [] {
            add(source, of: kustomization, near: path, to: &variables)
        }
        for entry in postBuild?["substitute"]?.entries ?? [] {
            let text = entry.value.text.flatMap { $0.text }
            let value = kustomization.variables.map { outer in
                text.flatMap { VariableSubstitution.result(of: $0, with: outer) }
                    .flatMap { $0.isKnown ? $0.text : nil }
            }
            variables.add(entry.key, value ?? text)
        }
        return variables
    }

    private func add(
        _ source: BuiltNode, of kustomization: EffectiveObject, near path: String,
        to variables: inout Variables
    ) {
        guard let kind = source["kind"]?.text?.text, let name = source["name"]?.text?.text,
            let name = kustomization.substituted(name),
            let fact = nearest(
                kind: kind, name: name, namespace: kustomization.identity.namespace, to: path)
        else { return variables.addUnknownSource() }
        for (key, value) in fact.values { variables.add(key, value) }
    }

    /// The one object of that name which is nearest by its path: each cluster has its own.
    private func nearest(
        kind: String, name: String, namespace: EffectiveText, to path: String
    ) -> SettingsFact? {
        let directories = path.split(separator: "/").dropLast()
        var best: [Placed<SettingsFact>] = []
        var bestDistance = -1
        for candidate in candidates[name] ?? []
        where candidate.fact.object.identity.kind == kind {
            if let own = candidate.fact.object.identity.namespace, !namespace.mayBe(own),
                namespace != .absent
            {
                continue
            }
            let shared = zip(directories, candidate.path.split(separator: "/").dropLast())
                .prefix { $0 == $1 }.count
            if shared > bestDistance { (best, bestDistance) = ([], shared) }
            if shared == bestDistance { best.append(candidate) }
        }
        return best.count == 1 ? best[0].fact : nil
    }
}
