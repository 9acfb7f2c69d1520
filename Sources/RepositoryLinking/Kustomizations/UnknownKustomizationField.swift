import Kustomize
import ManifestFacts
package import SourceText
import YAMLSyntax

/// A field that kustomize does not know, in a kustomization that Flux builds: the build fails.
///
/// Source: kubernetes-sigs/kustomize `api/types/kustomization.go`, whose `Unmarshal` refuses
/// unknown fields, in whatever case.
package struct UnknownKustomizationField: Sendable {
    package let name: String
    package let location: SourceLocation
    /// Whether the file is a Flux Kustomization, which only has kustomize's file name.
    package let isFluxKustomization: Bool
}

extension RepositoryModel {
    /// The first of each file, in the order of their paths.
    package var unknownKustomizationFields: [UnknownKustomizationField] {
        let builders = DirectoryBuilders(graph, fileReaches)
        return graph.facts.kustomizations.compactMap { kustomization in
            let fact = kustomization.fact
            let unknown = fact.furtherKeys.first { name, _, _ in
                NamePattern.isLiteral(name) && !name.contains("{")
                    && !KustomizationField.names.contains(name.lowercased())
            }
            guard let unknown, graph.buildsOfFile[kustomization.file].isEmpty,
                let directory = RepositoryPath.directory(of: kustomization.path),
                let directory = graph.kustomize.tree.directory(at: directory),
                graph.kustomize.tree.directories[directory].kustomization == kustomization.file,
                builders.builder(of: directory) == .flux
            else { return nil }
            let group = fact.root.string("apiVersion")?.split(separator: "/").first
            return UnknownKustomizationField(
                name: unknown.name,
                location: SourceLocation(path: kustomization.path, span: unknown.key.span),
                isFluxKustomization: unknown.name == "spec"
                    || group == "kustomize.toolkit.fluxcd.io")
        }
    }
}

/// The fields of a kustomization in any release of kustomize.
package enum KustomizationField {
    /// In lower case.
    static let names = Set(all.map { $0.lowercased() })

    package static let all = [
        "apiVersion", "kind", "metadata", "resources", "bases", "components", "crds", "generators",
        "transformers", "validators", "configurations", "configMapGenerator", "secretGenerator",
        "generatorOptions", "helmCharts", "helmChartInflationGenerator", "helmGlobals", "images",
        "imageTags", "labels", "commonLabels", "commonAnnotations", "buildMetadata", "namePrefix",
        "nameSuffix", "namespace", "openapi", "patches", "patchesStrategicMerge",
        "patchesJson6902", "replacements", "replicas", "sortOptions", "vars", "inventory",
    ]
}
