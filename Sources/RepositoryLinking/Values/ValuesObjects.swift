import Kustomize
import ManifestFacts
import SourceText

/// The ConfigMaps and Secrets of a repository, written or generated, that HelmReleases take values
/// from.
struct ValuesObjects: Sendable {
    /// The values of one entry of `valuesFrom`.
    enum Answer: Hashable {
        case place(HelmValues.Place)
        /// Nothing that concerns images.
        case silent
        case unknown(String)
    }

    fileprivate final class Source: Sendable {
        enum Content: Sendable {
            /// In a file.
            case written(file: Int, ObjectFact)
            /// By the kustomization of a directory.
            case generated(directory: Int, GeneratedObject)
        }

        let content: Content
        let knownRoots = Once<Set<Int>>()

        init(_ content: Content) { self.content = content }
    }

    private struct Name: Hashable {
        let kind: String
        let name: String
    }

    private let graph: BuildGraph
    private let paths: TreePaths
    /// By their names as written.
    private var sources: [Name: [Source]] = [:]

    init(_ graph: BuildGraph, paths: TreePaths, isNeeded: Bool) {
        self.graph = graph
        self.paths = paths
        guard isNeeded else { return }
        for (number, file) in graph.kustomize.files.enumerated() {
            for object in file.facts.objects {
                let kind = object.identity.kind
                guard kind == "ConfigMap" || kind == "Secret", graph.declares(number) else {
                    continue
                }
                add(.written(file: number, object), object.identity)
            }
        }
        for kustomization in graph.facts.kustomizations {
            guard let path = RepositoryPath.directory(of: kustomization.path),
                let directory = graph.kustomize.tree.directory(at: path),
                graph.kustomize.tree.directories[directory].kustomization == kustomization.file
            else { continue }
            for object in GeneratedObject.objects(of: kustomization.fact, directory: path) {
                add(.generated(directory: directory, object), object.identity)
            }
        }
    }

    private mutating func add(_ content: Source.Content, _ identity: ObjectIdentity) {
        let name = Name(kind: identity.kind ?? "", name: identity.name ?? "")
        sources[name, default: []].append(Source(content))
    }

    // MARK: Places

    /// The texts of all objects of a name, wherever they are.
    func places(of reference: ValuesReference) -> Set<HelmValues.Place> {
        let found = sources[Name(kind: reference.kind, name: reference.name)] ?? []
        return Set(
            found.compactMap { source in
                guard case .place(let place)? = answer(reference, from: source) else { return nil }
                return place
            })
    }

    /// The values of one object under the key of a reference; nil for an object without it.
    private func answer(_ reference: ValuesReference, from source: Source) -> Answer? {
        switch source.content {
        case .written(let file, let object):
            return .place(
                HelmValues.Place(file: file, object: object.span, key: reference.key))
        case .generated(_, let object):
            guard let path = object.paths[reference.key] else {
                return object.hasOtherKeys
                    ? .unknown("`\(reference.name)` is generated from literals") : nil
            }
            return answer(ofFile: path)
        }
    }

    /// - Parameter path: Nil for one that leaves the repository.
    func answer(ofFile path: String?) -> Answer {
        guard let path else { return .unknown("a file of values lies outside of the repository") }
        if let file = graph.kustomize.tree.file(at: path) {
            return .place(HelmValues.Place(file: file))
        }
        // A file without facts says nothing about images.
        let isManifest = path.endsInBytes(of: ".yaml") || path.endsInBytes(of: ".yml")
        return isManifest && paths.mayHold(path)
            ? .silent : .unknown("the file `\(path)` is not in the repository")
    }

    // MARK: Answers

    /// The values of a HelmRelease in a namespace when one root builds it.
    ///
    /// - Parameter file: The file of the HelmRelease: of several objects that may be meant, the
    ///   nearest is.
    func answer(
        _ reference: ValuesReference, namespace: String?, near file: Int, in root: Int
    ) -> Answer {
        guard reference.mayNameImage else { return .silent }
        let all = sources[Name(kind: reference.kind, name: reference.name)] ?? []
        var found = all.filter { mayBe($0, reference, namespace) }
        let own = found.filter { roots(of: $0).contains(root) }
        if !own.isEmpty { found = own }
        let changes = found.filter(\.isChange)
        let objects = nearest(found.filter { !$0.isChange }, to: file)
        guard let object = objects.first else {
            return reference.isOptional && all.isEmpty
                ? .silent : .unknown("\(reference.words) is not in the repository")
        }
        guard objects.count == 1, changes.count < 2, reference.targetPath == nil else {
            return .unknown("several objects may be \(reference.words)")
        }
        guard let change = changes.first else { return answer(reference, from: [object]) }
        return answer(reference, from: change.replaces ? [change] : [change, object])
    }

    private func answer(_ reference: ValuesReference, from sources: [Source]) -> Answer {
        for source in sources where !keepsName(source) {
            return .unknown("kustomize adds a hash to the name of \(reference.words)")
        }
        return sources.lazy.compactMap { answer(reference, from: $0) }.first
            ?? .unknown("\(reference.words) has no key `\(reference.key)`")
    }

    /// Whether kustomize leaves a name as it is, or is told to write its new name into
    /// HelmReleases.
    private func keepsName(_ source: Source) -> Bool {
        guard case .generated(let directory, let object) = source.content, !object.keepsName else {
            return true
        }
        return builds(of: source).contains { build in
            ([build] + graph.rootBuilds(of: build)).contains {
                hasNameReferences(graph.builds[$0].directory)
            }
        } || hasNameReferences(directory)
    }

    private func hasNameReferences(_ directory: Int) -> Bool {
        guard let file = graph.kustomize.tree.directories[directory].kustomization,
            let fact = graph.kustomize.files[file].facts.kustomization
        else { return false }
        return fact.furtherKeys.contains { $0.name == "configurations" }
    }

    private func builds(of source: Source) -> [Int] {
        switch source.content {
        case .written(let file, _): graph.buildsOfFile[file]
        case .generated(let directory, _): graph.builds(ofDirectory: directory)
        }
    }

    private func roots(of source: Source) -> Set<Int> {
        source.knownRoots.value { Set(builds(of: source).flatMap { graph.rootBuilds(of: $0) }) }
    }

    /// Whether an object reaches a HelmRelease's namespace under the name of a reference.
    private func mayBe(
        _ source: Source, _ reference: ValuesReference, _ namespace: String?
    ) -> Bool {
        let builds = builds(of: source)
        guard !builds.isEmpty else { return true }
        return builds.contains { build in
            let state = graph.state(of: source.identity, document: nil, in: build)
            if let namespace, let own = state.namespace, namespace != own { return false }
            return state.name == reference.name || hasNameReferences(graph.builds[build].directory)
        }
    }

    /// The sources whose files share most directories with a file.
    private func nearest(_ sources: [Source], to file: Int) -> [Source] {
        if sources.count < 2 { return sources }
        let directories = directories(ofPath: graph.kustomize.files[file].path)
        let distances = sources.map { source in
            zip(directories, self.directories(ofPath: path(of: source))).prefix { $0 == $1 }.count
        }
        let best = distances.max()
        return zip(sources, distances).filter { $0.1 == best }.map(\.0)
    }

    private func path(of source: Source) -> String {
        switch source.content {
        case .written(let file, _): graph.kustomize.files[file].path
        case .generated(let directory, _): graph.kustomize.tree.directories[directory].path + "/"
        }
    }

    private func directories(ofPath path: String) -> [Substring] {
        path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    }
}

extension ValuesObjects.Source {
    fileprivate var identity: ObjectIdentity {
        switch content {
        case .written(_, let object): object.identity
        case .generated(_, let object): object.identity
        }
    }

    /// Whether it changes an object that another kustomization makes.
    fileprivate var isChange: Bool {
        if case .generated(_, let object) = content { object.behavior != .create } else { false }
    }

    fileprivate var replaces: Bool {
        if case .generated(_, let object) = content { object.behavior == .replace } else { false }
    }
}

extension ValuesReference {
    fileprivate var words: String { "the \(kind) `\(name)` of `valuesFrom`" }
}
