import ManifestFacts

extension RepositoryModel {
    /// Most of what findings in some files, or because of them, rest on: what is built with them,
    /// what their markers and policies mean, and what is built with that.
    ///
    /// Nil where that is more than `limit` files: then a look at all of them is as quick.
    ///
    /// - Parameter files: As they are in this model, or other versions of them.
    package func neighbours(of files: [ManifestFile], limit: Int) -> Set<String>? {
        var search = NeighbourSearch(self, limit: limit)
        for file in files {
            search.visit(file.path)
            search.visitPolicies(of: file.facts)
        }
        return search.run()
    }
}

/// Walks from files to the roots of their builds, and down again.
private struct NeighbourSearch {
    private let model: RepositoryModel
    private let graph: BuildGraph
    private let limit: Int
    private var found: Set<Int> = []
    /// Files whose builds are still to be looked at.
    private var waiting: [Int] = []
    private var seen: Set<Int> = []
    private var folders: Set<Int> = []

    init(_ model: RepositoryModel, limit: Int) {
        self.model = model
        graph = model.graph
        self.limit = limit
    }

    mutating func visit(_ path: String) {
        if let file = graph.kustomize.tree.file(at: path) {
            visit(file)
        } else if let folder = RepositoryPath.folder(of: path),
            let number = graph.kustomize.tree.folder(at: folder)
        {
            // A file that the model lacks may become part of what its neighbours are part of.
            for file in graph.kustomize.tree.files(directlyIn: number).prefix(1) { visit(file) }
        }
    }

    private mutating func visit(_ file: Int) {
        if seen.insert(file).inserted { waiting.append(file) }
    }

    /// What the file's markers name, what its policies select for, and what both lead to.
    mutating func visitPolicies(of facts: FileFacts) {
        let named = Set(facts.markers.compactMap(\.obeyedSetter?.name))
        let declared = Set(facts.policies.compactMap(\.object.identity.name))
        let repositories = Set(facts.repositories.compactMap(\.object.identity.name))
        for policy in model.policyLinks.policies {
            let isWanted =
                !policy.names.isDisjoint(with: named) || !policy.names.isDisjoint(with: declared)
                || policy.fact.repositoryName.map { repositories.contains($0.text) } ?? false
            guard isWanted else { continue }
            visit(policy.path)
            for repository in policy.repositories { visit(repository.fact.path) }
            for marker in model.policyLinks.followers(of: policy) { visit(marker.path) }
        }
        for marker in model.markers {
            if let name = marker.fact.obeyedSetter?.name, declared.contains(name) {
                visit(marker.path)
            }
        }
        let wanted = Set(facts.policies.compactMap(\.repositoryName?.text))
        for repository in model.objects.repositories {
            let name = repository.fact.fact.object.identity.name
            if name.map(wanted.contains) ?? false { visit(repository.fact.path) }
        }
    }

    mutating func run() -> Set<String>? {
        while let file = waiting.popLast() {
            found.insert(file)
            for root in roots(of: file) {
                descend(root)
                for scope in graph.builds[root].scopes {
                    // A Flux Kustomization that builds the root; what it is built with matters too.
                    if let scope, graph.kustomize.files.indices.contains(scope.file) {
                        visit(scope.file)
                    }
                }
            }
            if found.count > limit { return nil }
        }
        for (patch, places) in graph.kustomize.patchedFolders
        where places.contains(where: folders.contains) { found.insert(patch) }
        return found.count > limit ? nil : Set(found.map { graph.kustomize.files[$0].path })
    }

    private func roots(of file: Int) -> [Int] {
        var builds = graph.buildsOfFile[file]
        if builds.isEmpty {
            var folders = Set(graph.kustomize.patchedFolders[file] ?? [])
            folders.formUnion(
                graph.kustomize.tree.folders.indices.filter {
                    graph.kustomize.tree.folders[$0].kustomization == file
                })
            builds = graph.builds.indices.filter { folders.contains(graph.builds[$0].folder) }
        }
        return Set(builds.flatMap(graph.rootBuilds)).sorted()
    }

    private mutating func descend(_ root: Int) {
        var waiting =
            [graph.builds[root].folder]
            + graph.components(graph.builds[root].overrides, addedTo: graph.builds[root].folder)
        while let folder = waiting.popLast() {
            guard found.count <= limit, folders.insert(folder).inserted else { continue }
            let node = graph.kustomize.nodes[folder]
            if let file = graph.kustomize.tree.folders[folder].kustomization { found.insert(file) }
            waiting += node.components
            for resource in node.resources {
                switch resource {
                case .file(let file): found.insert(file)
                case .folder(let inner): waiting.append(inner)
                }
            }
        }
    }
}

extension LinkedPolicy {
    /// As built, and as written.
    fileprivate var names: Set<String> {
        Set([identity.name.known, fact.object.identity.name].compactMap(\.self))
    }
}
