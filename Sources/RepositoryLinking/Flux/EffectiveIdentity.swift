import ManifestFacts

/// An object's namespace and name in the cluster.
package struct EffectiveIdentity: Hashable, Sendable {
    package let namespace: EffectiveText
    package let name: EffectiveText

    package init(namespace: EffectiveText, name: EffectiveText) {
        self.namespace = namespace
        self.name = name
    }

    /// Whether this may be the object `namespace/name`: where one part is unknown, or where no
    /// namespace is given to it anywhere, it may be.
    package func mayBe(namespace: String, name: String) -> Bool {
        self.name.mayBe(name) && (self.namespace == .absent || self.namespace.mayBe(namespace))
    }
}

/// A text as far as the repository tells it.
package enum EffectiveText: Hashable, Sendable {
    case absent
    case known(String)
    /// With `${…}` where something unknown is filled in.
    case pattern(String)

    package static let unknown = EffectiveText.pattern("${}")

    /// Variables that are not substituted are unknown, not part of the text.
    package init(_ text: String?) {
        guard let text, !text.isEmpty else {
            self = .absent
            return
        }
        self = NamePattern.isLiteral(text) ? .known(text) : .pattern(text)
    }

    package var known: String? {
        if case .known(let text) = self { text } else { nil }
    }

    package func mayBe(_ text: String) -> Bool {
        switch self {
        case .absent: false
        case .known(let known): known == text
        case .pattern(let pattern): NamePattern(pattern).matches(text)
        }
    }
}
