import YAMLSyntax

/// The first fields of a manifest of any kind.
package struct ManifestHead: Equatable, Sendable {
    package let name: String
    package let namespace: String
    let labels: [String: String]

    /// Each of `labels` contains one `key=value` or several with commas between; the last of a key
    /// counts.
    package init(
        name: String, namespace: String, labels: [String] = []
    ) throws(CreationError) {
        guard KubernetesNames.isFluxName(name) else {
            let words =
                "`\(name)` is not a valid name: it has 2 to 63 lower-case letters, digits and `-`, and begins "
                + "and ends with a letter or digit"
            throw CreationError("NAME", reason: .malformed(words), value: name)
        }
        guard KubernetesNames.isLabel(namespace) else {
            let words = "`\(namespace)` is not a valid namespace name"
            throw CreationError("--namespace", reason: .malformed(words), value: namespace)
        }
        self.name = name
        self.namespace = namespace
        var pairs: [String: String] = [:]
        for text in labels.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
            let pair = try Self.label(String(text))
            pairs[pair.key] = pair.value
        }
        self.labels = pairs
    }

    private static func label(
        _ text: String
    ) throws(CreationError) -> (key: String, value: String) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        let words: String
        if parts.count != 2 {
            words = "`\(text)` is not a valid label: it is written as `key=value`"
        } else if !KubernetesNames.isQualified(parts[0]) {
            words = "`\(parts[0])` is not a valid label key"
        } else if !KubernetesNames.isLabelValue(parts[1]) {
            words = "`\(parts[1])` is not a valid label value"
        } else {
            return (parts[0], parts[1])
        }
        throw CreationError("--label", reason: .malformed(words), value: text)
    }

    /// The manifest as `flux create --export` prints it, its last line break among it.
    func manifest(of kind: String, spec: [String: YAMLValue]) -> String {
        var metadata: [String: YAMLValue] = [
            "name": .text(name), "namespace": .text(namespace),
        ]
        if !labels.isEmpty { metadata["labels"] = .mapping(labels.mapValues(YAMLValue.text)) }
        let object: YAMLValue = [
            "apiVersion": "image.toolkit.fluxcd.io/v1", "kind": .text(kind),
            "metadata": .mapping(metadata), "spec": .mapping(spec),
        ]
        return "---\n" + object.blockText
    }
}
