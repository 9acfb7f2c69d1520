import Kustomize
import ManifestFacts
import SourceText

extension RepositoryModel {
    /// The clusters that a root's objects come to: each by the directory that `flux bootstrap` made
    /// for it, else by that of the outermost thing that builds it; ascending.
    func clusterNames(of root: BuildRoot) -> [String] {
        guard let builder = root.builder, let file = graph.kustomize.tree.file(at: builder.path)
        else { return [root.directory] }
        let declared = files[file].facts.fluxKustomizations
        if declared.indices.contains(builder.index), declared[builder.index].appliesElsewhere {
            let name = builder.identity.name.known ?? ""
            return ["\(builder.path) (the kubeConfig of \(name))"]
        }
        let bootstraps = bootstrapDirectories(ofFile: builder.path)
        if !bootstraps.isEmpty { return bootstraps.sorted() }
        let applied = graph.buildsOfFile[file].flatMap {
            graph.ancestry?.appliedClusters(of: $0) ?? []
        }
        let names = Set(applied.map(name))
        let own = RepositoryPath.directory(of: builder.path) ?? ""
        return names.isEmpty ? [own] : names.sorted()
    }

    private func name(of cluster: AppliedCluster) -> String {
        switch cluster {
        case .directory(let number): graph.kustomize.tree.directories[number].path
        case .file(let number): RepositoryPath.directory(of: graph.facts.files[number].path) ?? ""
        case .remote(let file, _, let identity):
            "\(graph.facts.files[file].path) (the kubeConfig of \(identity.name.known ?? ""))"
        }
    }

    /// The namespace and name that each root gives to an object of a file; several names, from
    /// several ways through one root, are joined.
    func namesByRoot(
        of object: ObjectIdentity, inFile path: String
    ) -> [BuildRoot: (namespace: String?, name: String)] {
        guard let file = graph.kustomize.tree.file(at: path) else { return [:] }
        var namespaces: [BuildRoot: [String?]] = [:]
        var names: [BuildRoot: Set<String>] = [:]
        for build in graph.buildsOfFile[file] {
            let state = graph.state(of: object, document: nil, in: build)
            for rootBuild in graph.rootBuilds(of: build) {
                for (scope, root) in zip(
                    graph.builds[rootBuild].scopes, graph.roots(at: rootBuild))
                {
                    names[root, default: []].insert(scope.filledIn(state.name))
                    namespaces[root, default: []].append(state.namespace.map(scope.filledIn))
                }
            }
        }
        return Dictionary(
            uniqueKeysWithValues: names.map { root, names in
                (
                    root,
                    (
                        namespaces[root]?.first ?? nil,
                        names.sorted().joined(separator: ", ")
                    )
                )
            })
    }
}

extension Scope? {
    /// A name with the variables that the Flux Kustomization fills in.
    fileprivate func filledIn(_ text: String) -> String {
        guard let variables = self?.variables else { return text }
        return VariableSubstitution.result(of: text, with: variables)?.text ?? text
    }
}
