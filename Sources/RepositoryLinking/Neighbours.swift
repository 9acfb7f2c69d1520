import ManifestFacts

extension RepositoryModel {
    /// Most of what findings in some files, or because of them, rest on: the kustomizations and
    /// patches that they go through, what a kustomization among them brings in, and the same for
    /// what their markers and policies mean.
    ///
    /// Where that is more than about `limit` files, what is farthest from the given ones is left
    /// out.
    ///
    /// - Parameter files: As they are in this model, or other versions of them.
    package func neighbours(of files: [ManifestFile], limit: Int) -> Set<String> {
        var search = NeighbourSearch(self, limit: limit)
        for file in files {
            search.visit(file.path)
            search.visitPolicies(of: file.facts)
        }
        return search.run()
    }
}

/// Walks from files up to the roots of their builds.
private struct NeighbourSearch {
    private let model: RepositoryModel
    private let graph: BuildGraph
    private let limit: Int
    private var found: Set<Int> = []
    /// Files whose builds count, in the order in which they do.
    private var waiting: [Int] = []
    private var seen: Set<Int> = []
    /// Folders whose kustomizations and patches count.
    private var folders: Set<Int> = []
    /// Builds with all above them.
    private var builds: Set<Int> = []

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
        let setters = facts.markers.compactMap(\.anySetter)
        let declared = Set(facts.policies.compactMap(\.object.identity.name))
        let names = declared.union(setters.map(\.name))
        let repositories = Set(facts.repositories.compactMap(\.object.identity.name))
        // A namespace without any policies is one of which nothing is known.
        var served = Set(setters.map(\.namespace))
        for policy in model.policyLinks.policies {
            let isWanted =
                !policy.names.isDisjoint(with: names)
                || policy.fact.repositoryName.map { repositories.contains($0.text) } ?? false
            if isWanted {
                visitAll(of: policy)
            } else if let namespace = policy.identity.namespace.known,
                served.remove(namespace) != nil
            {
                visit(policy.path)
            }
        }
        for marker in model.markers {
            if let name = marker.fact.anySetter?.name, declared.contains(name) {
                visit(marker.path)
            }
        }
        let wanted = Set(facts.policies.compactMap(\.repositoryName?.text))
        for repository in model.objects.repositories {
            let name = repository.fact.fact.object.identity.name
            if name.map(wanted.contains) ?? false { visit(repository.fact.path) }
        }
    }

    private mutating func visitAll(of policy: LinkedPolicy) {
        visit(policy.path)
        for repository in policy.repositories { visit(repository.fact.path) }
        for marker in model.policyLinks.followers(of: policy) { visit(marker.path) }
        // Repositories let in the policies of namespaces by their labels.
        for namespace in model.objects.namespaces
        where namespace.identity.name == policy.identity.namespace {
            visit(namespace.fact.path)
        }
    }

    mutating func run() -> Set<String> {
        var next = 0
        while next < waiting.count, found.count < limit {
            let file = waiting[next]
            next += 1
            found.insert(file)
            for build in buildsReached(by: file) { ascend(from: build) }
        }
        for (patch, places) in graph.kustomize.patchedFolders
        where places.contains(where: folders.contains) { found.insert(patch) }
        return Set(found.map { graph.kustomize.files[$0].path })
    }

    /// The builds that a file's objects go through; those of the folders that it builds or patches.
    private mutating func buildsReached(by file: Int) -> [Int] {
        let builds = graph.buildsOfFile[file]
        if !builds.isEmpty { return builds }
        var folders = graph.kustomize.patchedFolders[file] ?? []
        folders += graph.kustomize.tree.folders.indices.filter {
            graph.kustomize.tree.folders[$0].kustomization == file
        }
        for folder in folders { descend(from: folder) }
        return graph.builds.indices.filter { folders.contains(graph.builds[$0].folder) }
    }

    private mutating func ascend(from build: Int) {
        var waiting = [build]
        while let build = waiting.popLast(), found.count < limit {
            guard builds.insert(build).inserted else { continue }
            add(graph.builds[build].folder)
            for scope in graph.builds[build].scopes {
                // What a Flux Kustomization says counts, and so what it goes through itself.
                if let scope, graph.kustomize.files.indices.contains(scope.file) {
                    visit(scope.file)
                }
            }
            waiting += graph.builds[build].parents
        }
    }

    /// What a folder brings in, which its kustomization changes.
    private mutating func descend(from folder: Int) {
        var waiting = [folder]
        var seen: Set<Int> = []
        while let folder = waiting.popLast(), found.count < limit {
            guard seen.insert(folder).inserted else { continue }
            add(folder)
            for resource in graph.kustomize.nodes[folder].resources {
                switch resource {
                case .file(let file): found.insert(file)
                case .folder(let inner): waiting.append(inner)
                }
            }
        }
    }

    /// A folder's kustomization and those of its components.
    private mutating func add(_ folder: Int) {
        guard folders.insert(folder).inserted else { return }
        if let file = graph.kustomize.tree.folders[folder].kustomization { found.insert(file) }
        for component in graph.kustomize.nodes[folder].components { add(component) }
    }
}

extension LinkedPolicy {
    /// As built, and as written.
    fileprivate var names: Set<String> {
        Set([identity.name.known, fact.object.identity.name].compactMap(\.self))
    }
}
