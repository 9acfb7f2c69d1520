import Kustomize
import ManifestFacts
import SourceText
import Synchronization
import YAMLSyntax

/// Values that HelmReleases take from other objects and from the files of charts in the repository.
///
/// A text is parsed when the first HelmRelease takes it, and kept.
final class HelmValues: Sendable {
    /// A text of values: a file, or the value of a key of an object in it.
    struct Place: Hashable {
        let file: Int
        var object: SourceSpan?
        var key: String?
    }

    private let graph: BuildGraph
    private let sources: OwnSources
    private let objects: ValuesObjects
    /// By file, where one of its objects takes values: the objects.
    private let takers: [Int: Set<SourceSpan>]
    private let texts = Mutex<[Place: Text?]>([:])

    /// A parsed text, and where it is from.
    struct Text: Sendable {
        let values: HelmValuesText
        let origin: TextOrigin

        var layer: ValuesLayer {
            .known(
                .written(values.root, in: origin), at: origin.location(of: values.root.span))
        }
    }

    /// - Parameter paths: All paths of the repository.
    init(_ graph: BuildGraph, paths: TreePaths) {
        self.graph = graph
        let facts = graph.facts
        takers = Dictionary(grouping: facts.helmReleases, by: \.file)
            .mapValues { Set($0.map(\.fact.object.span)) }
        let isNeeded = !takers.isEmpty || graph.kustomize.patchesTakeValues
        sources = OwnSources(facts)
        objects = ValuesObjects(graph, paths: paths, isNeeded: isNeeded)
        self.isNeeded = isNeeded
    }

    /// Whether any HelmRelease takes values from elsewhere.
    let isNeeded: Bool

    func takesValues(_ object: ObjectFact, inFile file: Int) -> Bool {
        takers[file]?.contains(object.span) ?? false
    }

    // MARK: Texts

    /// Nil for a text that cannot be read as values.
    func text(at place: Place) -> Text? {
        texts.withLock { texts in
            if let known = texts[place] { return known }
            let text = parsed(place)
            texts[place] = .some(text)
            return text
        }
    }

    private func parsed(_ place: Place) -> Text? {
        let file = graph.kustomize.files[place.file]
        let source = file.facts.source
        let origin = TextOrigin(file)
        guard let key = place.key else {
            return HelmValuesText(source).map { Text(values: $0, origin: origin) }
        }
        let holder = ObjectFact.roots(in: source).first { $0.object.span == place.object }
        guard let holder, holder.root["sops"] == nil,
            let node = holder.root["data"]?[key] ?? holder.root["stringData"]?[key]
        else { return nil }
        if node.scalarStyle == .literal, node.kind == .scalar {
            return HelmValuesText(source, block: node.span, of: holder.object)
                .map { Text(values: $0, origin: origin) }
        }
        guard let inner = InlineText(node, in: source),
            let values = HelmValuesText(inner.bytes, of: holder.object)
        else { return nil }
        return Text(values: values, origin: TextOrigin(inner, in: origin))
    }

    // MARK: Releases

    /// A HelmRelease with its values written out, as some roots install it.
    struct Release {
        var builds: [Int]
        let document: BuiltNode
        let layers: ValuesLayers
    }

    /// The releases of a HelmRelease; several if its roots give it different values.
    ///
    /// - Parameters:
    ///   - document: As built.
    ///   - builds: The builds of its roots.
    func releases(
        of document: BuiltNode, _ state: ObjectState, file: Int, in builds: [Int]
    ) -> [Release] {
        let references = (document["spec"]?["valuesFrom"]?.items ?? []).map(ValuesReference.init)
        let chart = chartLayers(of: document, inFile: file)
        guard !references.isEmpty || !chart.isEmpty else {
            return [Release(builds: builds, document: document, layers: ValuesLayers())]
        }
        var order: [[ValuesObjects.Answer]] = []
        var groups: [[ValuesObjects.Answer]: [Int]] = [:]
        for build in builds {
            let answers = references.map { reference -> ValuesObjects.Answer in
                guard let reference else { return .unknown("an entry of `valuesFrom` has no name") }
                return objects.answer(
                    reference, namespace: state.namespace, near: file, in: build)
            }
            if groups[answers] == nil { order.append(answers) }
            groups[answers, default: []].append(build)
        }
        return order.map { answers in
            var layers = ValuesLayers()
            for layer in chart { layers.add(layer) }
            for answer in answers { layers.add(layer(answer)) }
            return Release(
                builds: groups[answers] ?? [], document: document.taking(layers), layers: layers)
        }
    }

    private func layer(_ answer: ValuesObjects.Answer) -> ValuesLayer {
        switch answer {
        case .silent: .silent
        case .unknown(let reason): .unknown(reason)
        case .place(let place):
            text(at: place)?.layer
                ?? .unknown(
                    "values of `\(graph.kustomize.files[place.file].path)` cannot be read")
        }
    }

    // MARK: Charts

    private func chartLayers(of document: BuiltNode, inFile file: Int) -> [ValuesLayer] {
        guard let spec = document["spec"]?["chart"]?["spec"] else { return [] }
        return chartFiles(of: spec, inFile: file).map(layer)
    }

    /// The files of values that a chart of this repository is installed with.
    private func chartFiles(of spec: BuiltNode, inFile file: Int) -> [ValuesObjects.Answer] {
        guard let chart = spec["chart"]?.text?.text,
            let root = sources.root(
                of: spec["sourceRef"]?["name"]?.text?.text,
                kind: spec["sourceRef"]?["kind"]?.text?.text, path: chart,
                inFile: graph.kustomize.files[file].path),
            spec["sourceRef"]?["kind"]?.text?.text == "GitRepository",
            let directory = RepositoryPath.joined(chart, to: root),
            graph.kustomize.tree.directory(at: directory) != nil
        else { return [] }
        var paths = spec["valuesFiles"]?.items.compactMap { $0.text?.text } ?? []
        if let path = spec["valuesFile"]?.text?.text { paths.append(path) }
        if paths.isEmpty {
            return graph.kustomize.tree.file(at: directory + "/values.yaml")
                .map { [.place(Place(file: $0))] } ?? []
        }
        return paths.map { objects.answer(ofFile: RepositoryPath.joined($0, to: root)) }
    }

    // MARK: Images

    /// The markers in texts that HelmReleases name, which are no comments of the file.
    func markers() -> [Placed<MarkerFact>] {
        guard isNeeded else { return [] }
        return writtenPlaces().flatMap { place -> [Placed<MarkerFact>] in
            (text(at: place)?.values.markers ?? []).map {
                Placed($0, in: graph.kustomize.files[place.file], place.file)
            }
        }.sorted { ($0.file, $0.fact.span.lowerBound) < ($1.file, $1.fact.span.lowerBound) }
    }

    /// All images of a repository, with those of the values that HelmReleases take, in the order
    /// of the files; and which of them are such.
    func images(
        besides images: [Placed<ImageFact>]
    ) -> (all: [Placed<ImageFact>], taken: Set<Int>) {
        guard isNeeded else { return (images, []) }
        let places = writtenPlaces()
        guard !places.isEmpty else { return (images, []) }
        let byFile = Dictionary(grouping: places, by: \.file)
        var all: [Placed<ImageFact>] = []
        var taken: Set<Int> = []
        var rest = images[...]
        func append(_ file: Int) {
            var facts: [(fact: ImageFact, isTaken: Bool)] = []
            let own = rest.prefix { $0.file == file }
            rest = rest.dropFirst(own.count)
            let isWhole = byFile[file]?.contains { $0.key == nil } ?? false
            if !isWhole { facts += own.map { (fact: $0.fact, isTaken: false) } }
            for place in byFile[file] ?? [] {
                guard let text = text(at: place), text.origin.isFile else { continue }
                facts += text.values.images.map { (fact: $0, isTaken: true) }
            }
            facts.sort { $0.fact.span.lowerBound < $1.fact.span.lowerBound }
            for (fact, isTaken) in facts {
                if isTaken { taken.insert(all.count) }
                all.append(Placed(fact, in: graph.kustomize.files[file], file))
            }
        }
        for file in byFile.keys.sorted() {
            let before = rest.prefix { $0.file < file }
            all += before
            rest = rest.dropFirst(before.count)
            append(file)
        }
        return (all + rest, taken)
    }

    /// The texts that HelmReleases name, whether or not they reach each other.
    private func writtenPlaces() -> Set<Place> {
        var places: Set<Place> = []
        for release in graph.facts.helmReleases {
            let document = BuiltNode.written(release.fact.root, in: TextOrigin(release.file, graph))
            for entry in document["spec"]?["valuesFrom"]?.items ?? [] {
                guard let reference = ValuesReference(entry), reference.targetPath == nil else {
                    continue
                }
                places.formUnion(objects.places(of: reference))
            }
            guard let chart = document["spec"]?["chart"]?["spec"] else { continue }
            for case .place(let place) in chartFiles(of: chart, inFile: release.file) {
                places.insert(place)
            }
        }
        return places
    }
}

extension TextOrigin {
    fileprivate init(_ file: Int, _ graph: BuildGraph) { self.init(graph.kustomize.files[file]) }
}

extension BuiltNode {
    /// A HelmRelease with values of other sources below its own.
    fileprivate func taking(_ layers: ValuesLayers) -> BuiltNode {
        guard let values = layers.values, var fields = entries,
            let place = fields.firstIndex(where: { $0.key == "spec" }),
            var spec = fields[place].value.entries
        else { return self }
        if let own = spec.firstIndex(where: { $0.key == "values" }) {
            guard let merged = StrategicMerge.merged(values, with: spec[own].value) else {
                return self
            }
            spec[own].value = merged
        } else {
            spec.append(BuiltEntry(key: "values", value: values))
        }
        fields[place].value = .mapping(spec)
        return .mapping(fields)
    }
}

extension KustomizeGraph {
    /// Whether a patch inside of a kustomization lets HelmReleases take values.
    fileprivate var patchesTakeValues: Bool { changesMention("valuesFrom") }
}
