package import SourceText
import YAMLSyntax

/// Everything in a manifest that decides which images run where, apart from some values in it.
///
/// Manifests with the same structure are linked alike, whatever their comments say, and whatever is
/// in fields that neither Flux nor kustomize reads, such as the number of replicas.
package struct ManifestStructure {
    /// Equal for manifests with the same structure.
    package private(set) var text: [UInt8] = []
    private let values: [SourceSpan]
    private let source: [UInt8]
    private let markers: [SourceSpan: [String]]
    private var numbers: [YAMLNode: Int] = [:]

    /// - Parameters:
    ///   - facts: Those of the manifest.
    ///   - values: The places in the text that do not count, ascending; none in another.
    ///   - isThorough: Whether every field counts, because something may copy any of them.
    package init(
        of manifest: ParsedManifest, _ facts: FileFacts, without values: [SourceSpan],
        isThorough: Bool
    ) {
        self.values = values
        source = manifest.source
        markers = Dictionary(
            grouping: facts.markers.filter { $0.target != nil },
            by: { $0.target?.span ?? $0.span }
        ).mapValues { $0.map { "\($0.text) \($0.placement)" } }
        // Of kustomizations comments count, too: they tell what was taken out.
        guard case .stream(let stream, _) = manifest.content, facts.role != .kustomization,
            !isThorough, !facts.objects.isEmpty,
            facts.markers.allSatisfy({ $0.target != nil })
        else {
            text = Self.cut(manifest.source, without: values)
            return
        }
        for document in stream.documents {
            let objects = ObjectNode.objects(in: document)
            let readers = Set(objects.map { Reader($0.identity) })
            let reader = readers.count == 1 ? readers.first ?? .flux : .flux
            write(document.root, Place(reader: reader))
            text.append(UInt8(ascii: "\n"))
        }
    }

    /// Who reads the fields of an object beside its names and images.
    private enum Reader: Hashable {
        case flux
        /// Flux reads where the chart and its values are from.
        case helm
        /// Kubernetes alone.
        case cluster

        init(_ object: ObjectIdentity) {
            let group = object.group
            switch (group, object.kind ?? "") {
            case ("helm.toolkit.fluxcd.io", "HelmRelease"): self = .helm
            case ("", "Pod"), ("", "Service"), ("", "ServiceAccount"),
                ("", "PersistentVolumeClaim"), ("", "PersistentVolume"), ("", "LimitRange"),
                ("", "ResourceQuota"):
                self = .cluster
            case ("apps", _), ("batch", _), ("autoscaling", _), ("policy", _),
                ("networking.k8s.io", _), ("rbac.authorization.k8s.io", _),
                ("storage.k8s.io", _), ("monitoring.coreos.com", _), ("cert-manager.io", _):
                self = .cluster
            default: self = .flux
            }
        }
    }

    /// The place of a node, by the keys above it.
    private struct Place {
        let reader: Reader
        /// From the object's root; those below are not told apart.
        var keys: [String] = []
        /// Whether all below counts.
        var isKept = false

        func below(_ key: String) -> Place {
            var place = self
            if keys.count < 4 { place.keys.append(key) }
            switch reader {
            case .flux: place.isKept = true
            case .cluster:
                place.isKept =
                    isKept || keys.isEmpty && key == "metadata" || key == "name"
                    || Self.isOfImage(key)
            case .helm:
                if isInValues {
                    place.isKept = isKept || Self.isOfImage(key)
                } else {
                    let isDull =
                        keys == ["spec"] && ["interval", "timeout", "values"].contains(key)
                        || keys == ["spec", "chart", "spec"] && key == "version"
                    let isAbove = keys.count < 3 && ["spec", "chart"].contains(key)
                    place.isKept = isKept || !isDull && !isAbove
                }
            }
            return place
        }

        /// Whether nothing below counts, whatever its keys are.
        func leavesOut(_ key: String, _ value: YAMLNode) -> Bool {
            guard !isKept else { return false }
            switch reader {
            case .flux: return false
            case .cluster: return Self.dullKeys.contains(key)
            case .helm: return isInValues && !Self.mentionsImage(value) && !Self.isOfImage(key)
            }
        }

        private var isInValues: Bool { keys.starts(with: ["spec", "values"]) }

        /// Whether a key may be that of an image, or of a part of it.
        private static func isOfImage(_ key: String) -> Bool {
            let text = key.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
            return words.contains { text.contains(word: $0) }
        }

        private static func mentionsImage(_ node: YAMLNode) -> Bool {
            node.resolved != node
                || node.scalars.contains { $0.isKey && isOfImage($0.text ?? "") }
        }

        private static let words = ["image", "repository", "registry", "tag", "digest"]
            .map { Array($0.utf8) }

        /// Fields of workloads with which nothing here is concerned, other than that they are there.
        private static let dullKeys: Set<String> = [
            "affinity", "args", "command", "env", "envFrom", "lifecycle", "livenessProbe",
            "nodeSelector", "ports", "readinessProbe", "replicas", "resources", "securityContext",
            "startupProbe", "strategy", "tolerations", "updateStrategy", "volumeMounts",
        ]
    }

    // MARK: Writing

    private mutating func write(_ node: YAMLNode, _ place: Place) {
        numbers[node] = numbers.count
        switch node.kind {
        case .alias:
            text += "*\(numbers[node.resolved] ?? -1) ".utf8
        case .sequence:
            text.append(UInt8(ascii: "["))
            for item in node.items { write(item, place) }
            text.append(UInt8(ascii: "]"))
        case .mapping:
            text.append(UInt8(ascii: "{"))
            for (key, value) in node.pairs {
                let name = key.text ?? ""
                let isLeftOut = place.leavesOut(name, value)
                if isLeftOut, place.reader == .helm { continue }
                write(key, Place(reader: place.reader, isKept: true))
                if isLeftOut {
                    text.append(UInt8(ascii: "."))
                } else {
                    write(value, place.below(name))
                }
            }
            text.append(UInt8(ascii: "}"))
        case .scalar: write(scalar: node, place)
        }
    }

    private mutating func write(scalar node: YAMLNode, _ place: Place) {
        let inside = values.filter { node.span.contains($0) }
        for marker in markers[node.span] ?? [] { text += "#\(marker)".utf8 }
        let bytes = node.textBytes ?? []
        let counts =
            place.isKept || !inside.isEmpty || bytes.contains(UInt8(ascii: "$"))
            || bytes.contains(UInt8(ascii: "{"))
        guard counts else { return text.append(UInt8(ascii: ".")) }
        // Quotes decide what a scalar is; a length in front tells one from the next.
        text += "\(node.scalarStyle == .plain ? "p" : "q")".utf8
        let written =
            inside.isEmpty
            ? Array(bytes) : Self.cut(source[...], node.span, without: inside)
        text += "\(node.tag ?? "") \(written.count):".utf8 + written
    }

    private static func cut(_ source: [UInt8], without values: [SourceSpan]) -> [UInt8] {
        cut(source[...], SourceSpan(0, source.count), without: values)
    }

    /// A part of a text, with a NUL, which no YAML has, in place of each value.
    private static func cut(
        _ source: ArraySlice<UInt8>, _ span: SourceSpan, without values: [SourceSpan]
    ) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(span.upperBound - span.lowerBound)
        var end = span.lowerBound
        for value in values {
            text += source[end..<value.lowerBound]
            text.append(0)
            end = value.upperBound
        }
        return text + source[end..<span.upperBound]
    }
}
