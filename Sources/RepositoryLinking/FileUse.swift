import Kustomize
import SourceText

/// How a file takes part in builds.
package enum FileUse: String, Sendable {
    /// Its objects are built.
    case resource
    /// It says how its folder is built.
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
        if let folders = graph.kustomize.patchedFolders[file] {
            return (.patch, graph.distinctRoots(of: graph.builds(of: Set(folders))))
        }
        let roots = rootsTaking(valuesOf: path)
        if !roots.isEmpty { return (.values, roots) }
        let folders = graph.kustomize.tree.folders.indices.filter {
            graph.kustomize.tree.folders[$0].kustomization == file
        }
        return folders.isEmpty
            ? (.unbuilt, [])
            : (.kustomization, graph.distinctRoots(of: graph.builds(of: Set(folders))))
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
    fileprivate func builds(of folders: Set<Int>) -> [Int] {
        builds.indices.filter { folders.contains(builds[$0].folder) }
    }
}
