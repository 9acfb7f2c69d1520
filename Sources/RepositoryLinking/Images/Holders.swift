import Kustomize

/// Which folders bring in what: the way back from a component that many of them share.
///
/// Components are built once for all directories that have the same effect on them.
struct Holders: Sendable {
    /// Folders by what they bring in; empty where the repository has no components.
    private var folders: [FolderTree.Place: Set<Int>] = [:]
    private var components: Set<Int> = []

    init(_ graph: BuildGraph) {
        let nodes = graph.kustomize.nodes
        for node in nodes { components.formUnion(node.components) }
        var added: [(component: Int, holder: Int)] = []
        for build in graph.builds where build.overrides != 0 {
            for component in graph.components(build.overrides, addedTo: build.folder) {
                added.append((component, build.folder))
                components.insert(component)
            }
        }
        if components.isEmpty { return }
        for (folder, node) in nodes.enumerated() {
            for resource in node.resources { folders[resource, default: []].insert(folder) }
            for component in node.components {
                folders[.folder(component), default: []].insert(folder)
            }
        }
        for (component, holder) in added {
            folders[.folder(component), default: []].insert(holder)
        }
    }

    /// Whether a folder brings something in itself.
    func holds(_ folder: Int, _ item: FolderTree.Place) -> Bool {
        components.isEmpty || folders[item]?.contains(folder) ?? false
    }

    /// Whether what another folder brings in may pass a folder, or it brings that in itself.
    func passes(_ folder: Int, _ item: FolderTree.Place) -> Bool {
        components.contains(folder) || holds(folder, item)
    }
}
