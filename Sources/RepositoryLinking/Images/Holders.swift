import Kustomize

/// The directories that bring in a component or file, for components that many of them share.
///
/// Components are built once for all directories that have the same effect on them.
struct Holders: Sendable {
    /// Directories by what they bring in; empty where the repository has no components.
    private var directories: [DirectoryTree.Place: Set<Int>] = [:]
    private var components: Set<Int> = []

    init(_ graph: BuildGraph) {
        let nodes = graph.kustomize.nodes
        for node in nodes { components.formUnion(node.components) }
        var added: [(component: Int, holder: Int)] = []
        for build in graph.builds where build.overrides != 0 {
            for component in graph.components(build.overrides, addedTo: build.directory) {
                added.append((component, build.directory))
                components.insert(component)
            }
        }
        if components.isEmpty { return }
        for (directory, node) in nodes.enumerated() {
            for resource in node.resources { directories[resource, default: []].insert(directory) }
            for component in node.components {
                directories[.directory(component), default: []].insert(directory)
            }
        }
        for (component, holder) in added {
            directories[.directory(component), default: []].insert(holder)
        }
    }

    /// Whether a directory brings something in itself.
    func holds(_ directory: Int, _ item: DirectoryTree.Place) -> Bool {
        components.isEmpty || directories[item]?.contains(directory) ?? false
    }

    /// Whether what another directory brings in may pass a directory, or it brings that in itself.
    func passes(_ directory: Int, _ item: DirectoryTree.Place) -> Bool {
        components.contains(directory) || holds(directory, item)
    }
}
