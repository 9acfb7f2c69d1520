import ManifestFacts
import SourceText
import YAMLSyntax

/// Reads what a kustomization's `transformers`, `configurations` and `replacements` do to objects
/// of Flux (kustomize, `api/internal/target/kusttarget_configplugin.go` and `plugin/builtin`).
package struct TransformerReader {
    /// The most documents that are read for one kustomization.
    static let documentLimit = 256

    let files: [ManifestFile]
    let tree: DirectoryTree
    /// The directory that paths start from.
    let directory: Int
    /// Whether something in the repository gives objects other names, which references then follow.
    let hasAffixes: Bool
    private(set) var transformers: [KustomizeTransformer] = []
    private(set) var imageDoubts: [ImageDoubt] = []

    /// The images that an entry of `transformers` may change, with the reason; no target means
    /// all objects.
    package struct ImageDoubt: Sendable {
        package let target: PatchTarget?
        package let reason: String

        package init(target: PatchTarget?, reason: String) {
            self.target = target
            self.reason = reason
        }
    }

    init(files: [ManifestFile], tree: DirectoryTree, directory: Int, hasAffixes: Bool) {
        self.files = files
        self.tree = tree
        self.directory = directory
        self.hasAffixes = hasAffixes
    }

    mutating func add(
        _ change: KustomizeTransformer.Change, of targets: [PatchTarget], reason: String,
        at node: YAMLNode, in origin: TextOrigin
    ) {
        let transformer = KustomizeTransformer(
            change, of: targets, reason: reason,
            .init(location: origin.location(of: node.span), number: transformers.count))
        guard transformer.concernsFlux else { return }
        transformers.append(transformer)
    }

    mutating func doubtImages(_ reason: String, of target: YAMLNode? = nil) {
        imageDoubts.append(ImageDoubt(target: target.map { PatchTarget($0) }, reason: reason))
    }

    // MARK: transformers

    /// Takes the entries of `transformers`: files, directories, or the texts themselves.
    mutating func readTransformers(_ list: YAMLNode, in origin: TextOrigin) {
        for entry in list.items {
            guard let documents = documents(of: entry, in: origin) else {
                let reason = "the transformer `\(entry.text?.firstLine ?? "")` is not followed"
                add(.doubt(.all), of: [], reason: reason, at: entry, in: origin)
                doubtImages(reason)
                continue
            }
            for (root, origin) in documents { readTransformer(root, in: origin) }
        }
    }

    private mutating func readTransformer(_ root: YAMLNode, in origin: TextOrigin) {
        let kind = root.string("kind") ?? ""
        let reason = "a transformer of kind `\(kind)` may change it"
        guard root.string("apiVersion") == "builtin" else {
            doubtImages(reason)
            return add(.doubt(.all), of: [], reason: reason, at: root, in: origin)
        }
        func specs(_ path: String) -> [PatchTarget] {
            fieldSpecs(of: root).filter { $0.string("path") == path }.map { PatchTarget($0) }
        }
        var own: Set<String> = []
        switch kind {
        case "PrefixTransformer", "SuffixTransformer", "PrefixSuffixTransformer":
            own = ["metadata/name"]
            let (prefix, suffix) = (root.string("prefix") ?? "", root.string("suffix") ?? "")
            let targets = specs("metadata/name")
            if !targets.isEmpty, !(prefix + suffix).isEmpty {
                add(
                    .affixes(prefix: prefix, suffix: suffix), of: targets, reason: reason, at: root,
                    in: origin)
            }
        case "NamespaceTransformer":
            own = ["metadata/name", "metadata/namespace", "subjects"]
            // It moves all objects, whatever its `fieldSpecs` name.
            if let namespace = root["metadata"]?.string("namespace") {
                let onlyWhereAbsent = root.string("unsetOnly") == "true"
                add(
                    .namespace(namespace, onlyWhereAbsent: onlyWhereAbsent), of: [], reason: reason,
                    at: root, in: origin)
            }
        case "LabelTransformer":
            own = ["metadata/labels"]
            let labels = root["labels"]?.stringPairs ?? [:]
            let targets = specs("metadata/labels")
            if !targets.isEmpty {
                add(.labels(labels), of: targets, reason: reason, at: root, in: origin)
            }
        case "AnnotationsTransformer":
            own = ["metadata/annotations"]
            let annotations = root["annotations"]?.stringPairs ?? [:]
            let targets = specs("metadata/annotations")
            if !targets.isEmpty {
                add(.annotations(annotations), of: targets, reason: reason, at: root, in: origin)
            }
        case "PatchTransformer", "PatchJson6902Transformer", "PatchStrategicMergeTransformer":
            readPatches(root, in: origin, reason: reason)
            doubtImages(reason, of: root["target"])
        case "ReplacementTransformer":
            if let list = root["replacements"] { readReplacements(list, in: origin) }
            doubtImages(reason)
        case "ValueAddTransformer":
            for target in root["targets"]?.items.map(\.self) ?? [] {
                doubtImages(reason, of: target["selector"])
                add(
                    .doubt(Uncertainty(writing: target.string("fieldPath") ?? "")),
                    of: target["selector"].map { [PatchTarget($0)] } ?? [], reason: reason,
                    at: target, in: origin)
            }
        case "ImageTagTransformer": doubtImages(reason)
        case "ReplicaCountTransformer", "HashTransformer", "SortOrderTransformer",
            "LegacyOrderTransformer":
            break
        default:
            doubtImages(reason)
            add(.doubt(.all), of: [], reason: reason, at: root, in: origin)
        }
        doubt(fieldSpecs(of: root), besides: own, reason: reason, in: origin)
    }

    func fieldSpecs(of root: YAMLNode) -> [YAMLNode] {
        root["fieldSpecs"]?.items.map(\.self) ?? []
    }

    private mutating func readPatches(_ root: YAMLNode, in origin: TextOrigin, reason: String) {
        var reader = PatchReader(files: files, tree: tree, directory: directory)
        let isMerge = root.string("kind") == "PatchStrategicMergeTransformer"
        let written = { (node: YAMLNode) in BuiltNode.written(node, in: origin) }
        let patches =
            isMerge
            ? reader.strategicPatches(
                in: .sequence(
                    (root["paths"]?.items.map(written) ?? [])
                        + (root["patches"].map { [written($0)] } ?? [])))
            : reader.patches(in: .sequence([written(root)]))
        for patch in patches { add(.patch(patch), of: [], reason: reason, at: root, in: origin) }
        if root["jsonOp"] != nil, let target = root["target"] {
            add(.doubt(.content), of: [PatchTarget(target)], reason: reason, at: root, in: origin)
        }
    }

    /// Doubts what fields are listed of kinds of Flux, beside some that are followed.
    mutating func doubt(
        _ specs: [YAMLNode], besides followed: Set<String>, reason: String, in origin: TextOrigin
    ) {
        for spec in specs {
            guard let path = spec.string("path"), !followed.contains(path) else { continue }
            let keys = path.split(separator: "/").map { String($0.prefix { $0 != "[" }) }
            add(.doubtAt(keys), of: [PatchTarget(spec)], reason: reason, at: spec, in: origin)
        }
    }
}

extension Uncertainty {
    /// The parts that become unknown when something writes into a field that is not followed.
    init(writing path: String) {
        switch path {
        case "metadata.name", "metadata/name": self = .name
        case "metadata.namespace", "metadata/namespace": self = .namespace
        default: self = .content
        }
    }
}

extension String {
    fileprivate var firstLine: String {
        String(prefix { !$0.isNewline }.prefix(80))
    }
}
