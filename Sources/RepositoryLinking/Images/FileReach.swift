import Configuration
import Kustomize
import ManifestFacts
import SourceText

/// Whether the objects of a file reach a cluster, as far as the repository tells.
package enum FileReach: Hashable, Sendable {
    /// A root builds the file that may be applied, or no Flux Kustomization builds any, so that
    /// the repository does not tell.
    case deployed
    /// No root builds the file, or none that is applied, though others are.
    case unreached
    /// No Flux Kustomization builds the file, and a directory above it is named for what is kept
    /// aside.
    case aside(directory: String)

    /// The clause that ends a message; nil for a deployed file.
    package var reason: String? {
        switch self {
        case .deployed: nil
        case .unreached:
            "nothing here deploys it, because no applied kustomization reaches its file"
        case .aside(let directory):
            "nothing here deploys it, because no Flux Kustomization reaches the directory `\(directory)`"
        }
    }
}

extension RepositoryModel {
    var fileReaches: FileReaches {
        knownFileReaches.value { FileReaches(graph, scripts: builds) }
    }

    /// Whether the objects of a file reach a cluster, as far as the repository tells.
    package func reach(ofFile path: String) -> FileReach {
        // The configuration is read by Sluice, and nothing has to deploy it.
        if path == configuration.path { return .deployed }
        return graph.kustomize.tree.file(at: path).map { reach(ofFile: $0) } ?? .deployed
    }

    func reach(ofFile file: Int) -> FileReach {
        let reach = fileReaches.reach(of: file)
        return reach != .deployed && deployedValues.contains(file) ? .deployed : reach
    }
}

extension RepositoryModel {
    /// The files with values of HelmReleases that reach a cluster, and of patches for these.
    fileprivate var deployedValues: Set<Int> {
        knownDeployedValues.value {
            guard helmValues.isNeeded else { return [] }
            let reaches = fileReaches
            var paths: Set<String> = []
            objectBuilds.visitChanged(isThorough: true) { object in
                object.fact.identity.kind == "HelmRelease"
                    && reaches.reach(of: object.file) == .deployed
            } body: { _, outcomes in
                for outcome in outcomes {
                    paths.formUnion(outcome.content.imageLocations.map(\.path))
                }
            }
            return Set(paths.compactMap { graph.kustomize.tree.file(at: $0) })
        }
    }
}

/// Answers for each file of a repository how it reaches clusters.
///
/// A class, because it contains the graph and is asked for each file of a repository.
final class FileReaches: Sendable {
    private let graph: BuildGraph
    /// The roots of the repositories of which Flux Kustomizations build directories.
    private let deployedRepositories: Set<String>
    private let live: LiveBuilds
    private let scripts: BuildTexts
    /// By directory: the name of the outermost one, from it upwards, that says that its manifests
    /// are for no cluster.
    private let keptAside: [String?]

    /// Cost: linear in the number of files.
    init(_ graph: BuildGraph, scripts: BuildTexts) {
        self.graph = graph
        self.scripts = scripts
        let directories = graph.kustomize.tree.directories
        var keptAside: [String?] = []
        keptAside.reserveCapacity(directories.count)
        for directory in directories {
            let above = directory.holder.flatMap { keptAside[$0] }
            keptAside.append(above ?? Self.nameKeptAside(of: directory.path))
        }
        self.keptAside = keptAside
        // A directory's own kustomization does not prove that the files beside it are not applied.
        deployedRepositories = graph.deployedRepositories
        live = LiveBuilds(graph, deployedRepositories: deployedRepositories)
    }

    /// Cost: logarithmic in the number of files, but for directories of what is kept aside.
    func reach(of file: Int) -> FileReach {
        let file = graph.facts.written(file)
        let builds = builds(of: file)
        if let directory = keptAside[graph.kustomize.tree.directoryOfFile[file]],
            !builds.contains(where: { graph.scopes(of: $0).contains { $0 != nil } })
        {
            return .aside(directory: directory)
        }
        if !builds.isEmpty {
            return live.mayRun(builds, in: graph, scripts: scripts) ? .deployed : .unreached
        }
        if live.isCommentedOut(graph.kustomize.files[file].path) { return .unreached }
        let root = graph.facts.links.root(ofFile: graph.kustomize.files[file].path)
        // A Flux Kustomization that nothing builds was applied by hand.
        return deployedRepositories.contains(root) && !graph.holdsKustomizations[file]
            ? .unreached : .deployed
    }

    /// Whether a Flux Kustomization applies what Git contains of a file; not so where its source is
    /// an artifact, which a build may change before it is pushed.
    func isAppliedAsWritten(_ file: Int) -> Bool {
        builds(of: file).contains { build in
            graph.scopes(of: build).contains { scope in
                guard let scope, graph.kustomize.files.indices.contains(scope.file) else {
                    return false
                }
                let kustomizations = graph.kustomize.files[scope.file].facts.fluxKustomizations
                let kind = kustomizations[scope.index].sourceKind?.text
                return kind == nil || kind == "GitRepository"
            }
        }
    }

    /// The builds that a file's objects go through; those of the directories that it builds or
    /// patches.
    private func builds(of file: Int) -> [Int] {
        let file = graph.facts.written(file)
        let builds = graph.buildsOfFile[file]
        if !builds.isEmpty { return builds }
        if let directories = graph.kustomize.patchedDirectories[file] {
            return directories.flatMap { graph.builds(ofDirectory: $0) }
        }
        let tree = graph.kustomize.tree
        let directory = tree.directoryOfFile[file]
        guard tree.directories[directory].kustomization == file else { return [] }
        return graph.builds(ofDirectory: directory)
    }

    /// The last name of a directory's path if it says that its manifests are for no cluster.
    ///
    /// `test` and `demo` are left out: they name environments.
    private static func nameKeptAside(of path: String) -> String? {
        let name = path.lastName
        let word = name.drop { $0 == "_" || $0 == "." }.lowercased()
        return namesKeptAside.contains(word) ? name : nil
    }

    private static let namesKeptAside: Set<String> = [
        "archive", "archived", "archives", "attic", "deprecated", "disabled", "obsolete", "old",
        "unused", "legacy", "tmp", "temp", "example", "examples", "sample", "samples", "docs",
        "template", "templates", "tmpl",
        "e2e", "fixtures", "testdata", "tests",
    ]
}

extension BuildGraph {
    /// The roots of the repositories of which Flux Kustomizations build files with objects.
    fileprivate var deployedRepositories: Set<String> {
        var roots: Set<String> = []
        for (number, file) in kustomize.files.enumerated() where !file.facts.objects.isEmpty {
            let root = facts.links.root(ofFile: file.path)
            let isDeployed =
                !roots.contains(root)
                && buildsOfFile[number].contains { build in
                    scopes(of: build).contains { $0 != nil }
                }
            if isDeployed { roots.insert(root) }
            if facts.links.isEmpty, isDeployed { break }
        }
        return roots
    }
}
