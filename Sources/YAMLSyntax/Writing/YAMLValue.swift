/// A text, or a mapping of such values, that can be written as YAML.
package indirect enum YAMLValue: Equatable, Sendable {
    case text(String)
    case mapping([String: YAMLValue])

    /// The document as written by `sigs.k8s.io/yaml`, and so by kubectl and flux.
    ///
    /// Source: go-yaml 2.4, `encode.go`, `sorter.go` and `emitterc.go`.
    package var blockText: String {
        var writer = YAMLBlockWriter()
        writer.write(document: self)
        return writer.text
    }
}

extension YAMLValue: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        self = .text(text)
    }
}

extension YAMLValue: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral members: (String, YAMLValue)...) {
        self = .mapping(Dictionary(uniqueKeysWithValues: members))
    }
}
