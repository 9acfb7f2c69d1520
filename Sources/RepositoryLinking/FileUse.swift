import Kustomize
import SourceText

/// How a file takes part in builds.
package enum FileUse: String, Sendable {
    /// Its objects are built.
    case resource
    /// It says how its directory is built.
    case kustomization
    /// A kustomization applies it to objects of other files.
    case patch
    /// HelmReleases take it as values.
    case values
    /// Nothing in the repository builds it.
    case unbuilt
}

extension RepositoryModel {
    /// How a file takes part in builds, and the roots that it reaches, in the order of their
    /// discovery.
    package func use(ofFile path: String) -> (use: FileUse, roots: [BuildRoot]) {
        guard let file = graph.kustomize.tree.file(at: path) else { return (.unbuilt, []) }
        let builds = graph.buildsOfFile[file]
        if !builds.isEmpty { return (.resource, graph.distinctRoots(of: builds)) }
        if let directories = graph.kustomize.patchedDirectories[file] {
            return (.patch, graph.distinctRoots(of: graph.builds(of: Set(directories))))
        }
        let roots = rootsTaking(valuesOf: path)
        if !roots.isEmpty { return (.values, roots) }
        let directories = graph.kustomize.tree.directories.indices.filter {
            graph.kustomize.tree.directories[$0].kustomization == file
        }
        return directories.isEmpty
            ? (.unbuilt, [])
            : (.kustomization, graph.distinctRoots(of: graph.builds(of: Set(directories))))
    }
}

extension RepositoryModel {
    /// The roots that deploy HelmReleases with images of a file of values.
    private func rootsTaking(valuesOf path: String) -> [BuildRoot] {
        guard helmValues.isNeeded else { return [] }
        var seen: Set<BuildRoot> = []
        return deployedImages.filter { image in
            guard case .runs(let final) = image.outcome else { return false }
            return final.places.contains { $0.path.hasSameBytes(as: path) }
        }.flatMap(\.roots).filter { seen.insert($0).inserted }
    }
}

extension BuildGraph {
    fileprivate func builds(of directories: Set<Int>) -> [Int] {
        builds.indices.filter { directories.contains(builds[$0].directory) }
    }
}
