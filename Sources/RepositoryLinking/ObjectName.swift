import ManifestFacts

/// How people name an object of the cluster: `NAMESPACE/NAME`.
package struct ObjectName: Hashable, Sendable {
    package let namespace: String
    package let name: String

    /// Nil unless there is exactly one slash, with something on either side.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        namespace = parts[0]
        name = parts[1]
    }
}

extension ObjectName: CustomStringConvertible {
    package var description: String { "\(namespace)/\(name)" }
}

extension EffectiveIdentity {
    /// Whether the object may be the one of that name; one without a namespace gets it elsewhere.
    package func isNamed(_ name: ObjectName) -> Bool {
        mayBe(namespace: name.namespace, name: name.name)
    }
}

extension Effective {
    /// Whether the object may be the one of that name.
    package func isNamed(_ name: ObjectName) -> Bool { identity.isNamed(name) }
}

extension Sequence<LinkedPolicy> {
    /// The policies that a name means: those of exactly that name; else those that are written with
    /// it and may be renamed in a way that is not known; else all that may come to it.
    package func named(_ name: ObjectName) -> [LinkedPolicy] {
        let named = filter { $0.identity.isNamed(name) }
        let exact = named.filter { $0.identity.name.known != nil }
        guard exact.isEmpty else { return exact }
        let written = named.filter { $0.fact.object.identity.name == name.name }
        return written.isEmpty ? named : written
    }
}
