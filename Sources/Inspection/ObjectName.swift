import RepositoryLinking

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
    func isNamed(_ name: ObjectName) -> Bool {
        mayBe(namespace: name.namespace, name: name.name)
    }
}
