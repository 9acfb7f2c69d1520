package import ManifestFacts
import SourceText

/// What the `images` entries of kustomizations and Flux Kustomizations set, where they reach.
package struct ImageOverrides: Sendable {
    /// An image with more ways to its roots than these counts as overridden.
    private static let wayLimit = 4096

    private let graph: BuildGraph
    /// The images that any entry is for: for others there is no need to look.
    private let names: Set<String>
    /// Whether something that is not followed may change any image somewhere.
    private let hasUnknownBuilds: Bool

    init(_ graph: BuildGraph) {
        self.graph = graph
        var names: Set<String> = []
        for node in graph.kustomize.nodes { names.formUnion(node.images.map(\.name)) }
        for build in graph.builds where build.overrides != 0 {
            names.formUnion(graph.overrides(of: build).images.map(\.name))
        }
        self.names = names
        hasUnknownBuilds = graph.builds.contains { $0.effect.unknown.contains(.content) }
    }

    /// Whether, wherever this image is deployed, an entry with its name sets the tag or digest.
    package func pin(_ image: Placed<ImageFact>) -> Bool {
        isOverridden(image) { $0.pins }
    }

    /// The same, wherever roots that are wanted deploy the image.
    package func pin(
        _ image: Placed<ImageFact>, in isWanted: (BuildRoot) -> Bool
    ) -> Bool {
        isOverridden(image, in: isWanted) { $0.pins }
    }

    /// Whether, wherever this image is deployed, an entry with its name replaces the part at fault.
    package func replace(_ fault: ImageProblem, of image: Placed<ImageFact>) -> Bool {
        let isTag = image.fact.tag.span?.contains(fault.span) ?? false
        return isOverridden(image) { isTag ? $0.pins : $0.newName != nil }
    }

    private func isOverridden(
        _ image: Placed<ImageFact>, in isWanted: (BuildRoot) -> Bool = { _ in true },
        by isEnough: (ImageEntry) -> Bool
    ) -> Bool {
        guard image.fact.use == .container || image.fact.use == .volume,
            let name = image.fact.repository.text, names.contains(name) || hasUnknownBuilds
        else { return false }
        let builds = graph.buildsOfFile[image.file]
        return !builds.isEmpty && areOverridden(builds, name: name, in: isWanted, by: isEnough)
    }

    /// Whether every way from these builds to a wanted root meets an entry for the image, whose name
    /// changes on the way; kustomize compares names as text.
    private func areOverridden(
        _ builds: [Int], name: String, in isWanted: (BuildRoot) -> Bool,
        by isEnough: (ImageEntry) -> Bool
    ) -> Bool {
        struct Stop: Hashable {
            let build: Int
            let name: String
        }
        var queue = builds.map { Stop(build: $0, name: name) }
        var seen = Set(queue)
        while let stop = queue.popLast(), seen.count < Self.wayLimit {
            let build = graph.builds[stop.build]
            if build.effect.unknown.contains(.content) { continue }
            var name = stop.name
            var isDone = false
            for entry in graph.kustomize.nodes[build.folder].images
                + graph.overrides(of: build).images
            where entry.name == name {
                isDone = isDone || isEnough(entry)
                name = entry.newName ?? name
            }
            if isDone { continue }
            if graph.roots(at: stop.build).contains(where: isWanted) { return false }
            for parent in build.parents {
                let next = Stop(build: parent, name: name)
                if seen.insert(next).inserted { queue.append(next) }
            }
        }
        return true
    }
}
