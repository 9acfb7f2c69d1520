import Kustomize

/// A directory that is built by itself.
package struct BuildRoot: Hashable, Sendable {
    /// From the repository's root, which is empty.
    package let directory: String
    /// Nil where nothing in the repository builds it: a person, or another repository.
    package let builder: Builder?

    /// A Flux Kustomization, by the file that declares it.
    package struct Builder: Hashable, Sendable {
        package let path: String
        /// Its place among the Flux Kustomizations of the file; negative for one that a template of
        /// the file makes.
        package let index: Int
        package let identity: EffectiveIdentity
    }

    /// The namespace that the builder writes into the directory's kustomization before it builds
    /// it.
    package let namespace: String?
    package let namePrefix: String?
    package let nameSuffix: String?
    package let components: [String]
}

extension RepositoryModel {
    /// The roots whose builds include an object as it is, in the order of their discovery; none for
    /// an object that is applied as its file is.
    package func roots(of object: EffectiveObject) -> [BuildRoot] {
        object.build.map { graph.roots(of: $0) } ?? []
    }

    /// The roots whose builds include a file's objects, in the order of their discovery.
    package func roots(reaching path: String) -> [BuildRoot] {
        guard let file = graph.kustomize.tree.file(at: path) else { return [] }
        return graph.distinctRoots(of: graph.buildsOfFile[file])
    }

    /// The kustomizations that an object goes through on the first way that was found, from the
    /// innermost outwards; directories that have none are left out.
    package func kustomizations(of object: EffectiveObject) -> [String] {
        object.build.map { graph.kustomizations(of: $0) } ?? []
    }
}

extension BuildGraph {
    func distinctRoots(of builds: [Int]) -> [BuildRoot] {
        var seen: Set<BuildRoot> = []
        return builds.flatMap { roots(of: $0) }.filter { seen.insert($0).inserted }
    }

    fileprivate func roots(of build: Int) -> [BuildRoot] {
        rootBuilds(of: build).flatMap { roots(at: $0) }
    }

    /// The roots that build the directory by itself.
    func roots(at build: Int) -> [BuildRoot] {
        builds[build].scopes.map { root(builds[build], $0) }
    }

    private func root(_ build: DirectoryBuild, _ scope: Scope?) -> BuildRoot {
        let builder = scope.flatMap { scope in
            kustomize.files.indices.contains(scope.file)
                ? BuildRoot.Builder(
                    path: kustomize.files[scope.file].path,
                    index: facts.written(scope.file) == scope.file ? scope.index : -1 - scope.index,
                    identity: scope.identity) : nil
        }
        let overrides = overrides(of: build)
        return BuildRoot(
            directory: kustomize.tree.directories[build.directory].path, builder: builder,
            namespace: overrides.namespace, namePrefix: overrides.prefix,
            nameSuffix: overrides.suffix, components: overrides.components)
    }

    fileprivate func kustomizations(of build: Int) -> [String] {
        var paths: [String] = []
        var next: Int? = build
        var seen: Set<Int> = []
        while let number = next, seen.insert(number).inserted {
            if let file = kustomize.tree.directories[builds[number].directory].kustomization {
                paths.append(kustomize.files[file].path)
            }
            next = builds[number].scopes.isEmpty ? builds[number].parents.first : nil
        }
        return paths
    }
}
