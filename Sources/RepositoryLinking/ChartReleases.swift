import Kustomize
import ManifestFacts
import YAMLSyntax

/// The namespaces that the HelmReleases of a repository release its own charts into.
struct ChartReleases {
    /// By the directory of the chart.
    private var namespaces: [String: [EffectiveText]] = [:]

    /// Cost: reading the files with HelmReleases once more.
    init(_ graph: BuildGraph) {
        let linked = LinkedSources(graph.facts)
        for (number, file) in graph.kustomize.files.enumerated()
        where file.facts.objects.contains(where: { $0.identity.kind == "HelmRelease" }) {
            for (object, root) in ObjectFact.roots(in: file.facts.source) {
                guard object.identity.kind == "HelmRelease", let spec = root["spec"],
                    let chart = spec[path: "chart", "spec"], let path = chart.string("chart"),
                    let directory = RepositoryPath.joined(
                        path,
                        to: linked.root(
                            of: chart["sourceRef"]?.string("name"),
                            kind: chart["sourceRef"]?.string("kind"), inFile: file.path)
                            ?? graph.facts.links.root(ofFile: file.path))
                else { continue }
                namespaces[directory, default: []] += Self.namespaces(
                    of: object.identity, target: spec.string("targetNamespace"), inFile: number,
                    graph)
            }
        }
    }

    /// Where the objects of a template may come to be; nil where any namespace may be meant,
    /// because it is no chart's template, or no HelmRelease of the repository releases the chart.
    func namespaces(ofTemplate path: String) -> [EffectiveText]? {
        var directory = RepositoryPath.directory(of: path)
        while let next = directory {
            directory = RepositoryPath.directory(of: next)
            if next.lastName == "templates", let directory { return namespaces[directory] }
        }
        return nil
    }

    private static func namespaces(
        of release: ObjectIdentity, target: String?, inFile file: Int, _ graph: BuildGraph
    ) -> [EffectiveText] {
        if let target { return [EffectiveText(target)] }
        let builds: [Int?] = graph.buildsOfFile[file].isEmpty ? [nil] : graph.buildsOfFile[file]
        return builds.map { build in
            let state = graph.state(of: release, document: nil, in: build)
            return state.unknown.contains(.namespace) ? .unknown : EffectiveText(state.namespace)
        }
    }
}
