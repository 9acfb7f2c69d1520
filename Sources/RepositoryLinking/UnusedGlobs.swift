package import Configuration
import Kustomize
import ManifestFacts

/// A glob of the configuration that matches nothing in the repository.
package struct UnusedGlob: Sendable {
    package enum Purpose: Sendable {
        /// It says which files, namespaces or clusters an environment has.
        case environment(String)
        /// It says about which files nothing is reported.
        case exclusion
    }

    /// The texts that a glob is compared with.
    package enum Subject: Sendable {
        case file
        /// As manifests write it.
        case namespace
        /// The directory that a Flux Kustomization deploys.
        case cluster
    }

    package let glob: Setting<GlobPattern>
    package let purpose: Purpose
    package let subject: Subject
}

extension RepositoryModel {
    /// In the order of the configuration.
    ///
    /// A glob counts as used where the repository leaves open what it would match: a directory
    /// behind a link, a namespace or a path with a variable.
    ///
    /// Cost: linear in the number of paths, and in that of globs for one directory.
    package var unusedGlobs: [UnusedGlob] {
        let environments = configuration.environments
        let excluded = configuration.excluded
        guard !environments.isEmpty || !excluded.isEmpty else { return [] }
        let unusedPaths = paths.unmatched(by: environments.flatMap(\.paths) + excluded)
        let namespaces = writtenNamespaces
        let clusters = writtenClusters
        func unused(
            _ globs: [Setting<GlobPattern>], _ names: Set<String>?, _ environment: Environment,
            _ subject: UnusedGlob.Subject
        ) -> [UnusedGlob] {
            guard let names else { return [] }
            return globs.filter { glob in !names.contains { glob.value.matches($0) } }.map {
                UnusedGlob(
                    glob: $0, purpose: .environment(environment.name.value), subject: subject)
            }
        }
        let ofEnvironments = environments.flatMap { environment in
            environment.paths.filter { unusedPaths.contains($0.value) }.map {
                UnusedGlob(
                    glob: $0, purpose: .environment(environment.name.value), subject: .file)
            } + unused(environment.namespaces, namespaces, environment, .namespace)
                + unused(environment.clusters, clusters, environment, .cluster)
        }
        return ofEnvironments
            + excluded.filter { unusedPaths.contains($0.value) }.map {
                UnusedGlob(glob: $0, purpose: .exclusion, subject: .file)
            }
    }

    /// Every namespace that a manifest names; nil where a variable is in one.
    private var writtenNamespaces: Set<String>? {
        let facts = graph.facts
        let names =
            files.flatMap(\.facts.objects).flatMap { object in
                let isNamespace = object.identity.kind == "Namespace"
                return [object.namespace?.text, isNamespace ? object.name?.text : nil]
            } + facts.kustomizations.map(\.fact.namespace?.text)
            + facts.fluxKustomizations.map(\.fact.targetNamespace?.text)
        return Self.literals(names.compactMap(\.self))
    }

    /// The directories that Flux Kustomizations deploy; nil where a variable is in one.
    private var writtenClusters: Set<String>? {
        Self.literals(environments.deployedDirectories)
    }

    private static func literals(_ names: [String]) -> Set<String>? {
        names.allSatisfy(NamePattern.isLiteral) ? Set(names) : nil
    }
}

extension TreePaths {
    /// The globs that match no path, and cannot match the target of a link.
    fileprivate func unmatched(by globs: [Setting<GlobPattern>]) -> Set<GlobPattern> {
        var rest = Set(globs.map(\.value)).filter { glob in
            !glob.directories.contains { isBehindOpenPlace($0 + "/") }
        }
        // Each environment has a directory of its own: each path is compared with few of the globs.
        var globsBelow: [String: [GlobPattern]] = [:]
        for glob in rest {
            for directory in glob.directories { globsBelow[directory, default: []].append(glob) }
        }
        for path in all where !rest.isEmpty {
            lazy var subject = GlobSubject(path)
            // `apps/**` matches a file `apps` as well.
            var next: String? = path
            while let directory = next {
                for glob in globsBelow[directory] ?? [] where glob.matches(subject) {
                    rest.remove(glob)
                    globsBelow[directory]?.removeAll { $0 == glob }
                }
                next = RepositoryPath.directory(of: directory)
            }
        }
        return rest
    }
}
