import ImageReferences
import ManifestFacts
import RepositoryLinking
import SourceText
import YAMLSyntax

/// A scalar that says which image runs, with a name that stays when lines move.
struct ImageSite {
    /// Object and path of keys: the same scalar has the same in every version of its file.
    struct Key: Hashable {
        let object: String
        let path: String
    }

    /// Whose tag or digest it is.
    enum Subject: Hashable {
        /// The image by its full name.
        case image(String)
        /// `NAMESPACE:NAME` of the policy at a marker, where no name is beside the tag.
        case policy(String)
    }

    let key: Key
    let node: YAMLNode
    let subject: Subject
    /// The tag that is in this scalar; nil for none, and for a part that holds none.
    let tag: String?
    /// The setters of the markers at it: `NAMESPACE:NAME`.
    let setter: String?
    /// The scalars of an image whose parts are apart; this one alone for a whole reference.
    var parts: Set<Key>

    var text: String { node.text ?? "" }

    /// As in `apps/web.yaml`'s `.spec.containers[name=web].image`.
    var yamlPath: String { key.path }
}

/// The image scalars of one version of a file.
struct ImageSites {
    private(set) var sites: [ImageSite] = []
    let source: [UInt8]

    /// None where the file is no YAML.
    init(_ facts: FileFacts) {
        source = facts.source
        guard facts.reading == .parsed, !facts.images.isEmpty || !facts.markers.isEmpty,
            let stream = try? YAMLStream(facts.source)
        else { return }
        let scalars = KeyedScalars(stream)
        let setters = Dictionary(
            facts.markers.compactMap { marker in
                marker.target.flatMap { target in
                    marker.obeyedSetter.map {
                        (target.span.lowerBound, "\($0.namespace):\($0.name)")
                    }
                }
            }, uniquingKeysWith: { first, _ in first })
        var seen: Set<Int> = []
        for image in facts.images { add(image, scalars, setters, &seen) }
        for marker in facts.markers { add(marker, scalars, &seen) }
    }

    init(bytes: [UInt8], role: FileRole) {
        self.init(FileFacts(bytes: bytes, role: role))
    }

    func site(_ key: ImageSite.Key) -> ImageSite? { sites.first { $0.key == key } }

    private mutating func add(
        _ image: ImageFact, _ scalars: KeyedScalars, _ setters: [Int: String],
        _ seen: inout Set<Int>
    ) {
        let name = image.repository.text ?? image.overriddenName?.text
        guard let name, let full = ImageName(name)?.full else { return }
        let found = image.scalars.compactMap { scalars[$0.lowerBound] }
        let parts = Set(found.map(\.key))
        for scalar in found where seen.insert(scalar.node.span.lowerBound).inserted {
            let span = scalar.node.span
            let holdsTag = image.tag.span.map { span.contains($0) } ?? false
            sites.append(
                ImageSite(
                    key: scalar.key, node: scalar.node, subject: .image(full),
                    tag: holdsTag ? image.tag.text : nil, setter: setters[span.lowerBound],
                    parts: parts))
        }
    }

    /// A marker at a scalar without an image's name.
    private mutating func add(
        _ marker: MarkerFact, _ scalars: KeyedScalars, _ seen: inout Set<Int>
    ) {
        guard let setter = marker.obeyedSetter, let target = marker.target,
            let scalar = scalars[target.span.lowerBound],
            seen.insert(target.span.lowerBound).inserted
        else { return }
        let policy = "\(setter.namespace):\(setter.name)"
        let name = setter.field == .image ? ImageName(target.text)?.full : nil
        sites.append(
            ImageSite(
                key: scalar.key, node: scalar.node,
                subject: name.map { .image($0) } ?? .policy(policy), tag: marker.deployedTag,
                setter: policy, parts: [scalar.key]))
    }
}

/// Every scalar of a text by its offset, with its key.
private struct KeyedScalars {
    private var scalars: [Int: (key: ImageSite.Key, node: YAMLNode)] = [:]

    subscript(offset: Int) -> (key: ImageSite.Key, node: YAMLNode)? { scalars[offset] }

    init(_ stream: YAMLStream) {
        var counts: [String: Int] = [:]
        for document in stream.documents {
            let name = Self.name(of: document.root)
            counts[name, default: 0] += 1
            add(document.root, "", in: "\(name)#\(counts[name] ?? 0)")
        }
    }

    /// Kind, namespace and name; nothing for what is no object.
    private static func name(of root: YAMLNode) -> String {
        guard let kind = root.string("kind") else { return "" }
        let metadata = root["metadata"]
        return "\(kind)/\(metadata?.string("namespace") ?? "")/\(metadata?.string("name") ?? "")"
    }

    private mutating func add(_ node: YAMLNode, _ path: String, in object: String) {
        switch node.kind {
        case .scalar:
            scalars[node.span.lowerBound] = (ImageSite.Key(object: object, path: path), node)
        case .mapping:
            for (key, value) in node.pairs { add(value, "\(path).\(key.text ?? "")", in: object) }
        case .sequence:
            let names = node.items.map { Self.itemName($0) }
            for (number, item) in node.items.enumerated() {
                let name = names[number].flatMap { name in
                    names.count { $0 == name } == 1 ? "name=\(name)" : nil
                }
                add(item, "\(path)[\(name ?? String(number))]", in: object)
            }
        case .alias: break
        }
    }

    /// By which people, kustomize and Kubernetes tell the items of most lists apart.
    private static func itemName(_ item: YAMLNode) -> String? {
        guard item.kind == .mapping else { return nil }
        return item.string("name") ?? item["metadata"]?.string("name")
    }
}
