import ManifestFacts
import YAMLSyntax

/// What a part of a kustomization that is not followed could change of an object of Flux.
struct UnmodelledFeature {
    let unknown: Uncertainty

    init(key: String, value: YAMLNode) {
        switch key {
        case "transformers": unknown = .all
        case "configurations": unknown = [.name, .namespace]
        case "replacements": unknown = Self.unknown(byReplacements: value)
        // Charts and generators bring further objects, and `vars` fills in what then still says
        // `$(NAME)`: none of them changes objects that are there.
        default: unknown = []
        }
    }

    private static func unknown(byReplacements list: YAMLNode) -> Uncertainty {
        var unknown: Uncertainty = []
        for replacement in list.items {
            guard let targets = replacement["targets"] else { return .all }
            for target in targets.items where canSelectFlux(target["select"]) {
                for field in target["fieldPaths"]?.items.map(\.self) ?? [] {
                    unknown.formUnion(Self.unknown(byWriting: field.text ?? ""))
                }
            }
        }
        return unknown
    }

    private static func canSelectFlux(_ selector: YAMLNode?) -> Bool {
        guard let selector else { return true }
        let kinds = KindSelector(selector)
        // What is written into Namespaces says nothing about the objects beside them.
        return FluxKind.allCases.contains { $0 != .namespace && kinds.canSelect($0) }
    }

    private static func unknown(byWriting path: String) -> Uncertainty {
        switch path {
        case "metadata.name": .name
        case "metadata.namespace": .namespace
        default: .content
        }
    }
}
