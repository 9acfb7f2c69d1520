import Configuration

/// The known names of objects of one kind, by namespace; prepared when the first one is asked for.
final class NamespacedNames: Sendable {
    private let identities: [EffectiveIdentity]
    private let names = Once<[EffectiveText: ObjectNames]>()

    init(_ identities: [EffectiveIdentity]) {
        self.identities = identities
    }

    /// The one name that is evidently meant by another, in the namespaces that may be the right
    /// one; nil for none and for several.
    func name(meantBy name: String, where isNamespace: (EffectiveText) -> Bool) -> String? {
        let names = names.value {
            Dictionary(grouping: identities, by: \.namespace).mapValues { identities in
                ObjectNames(identities.compactMap(\.name.known))
            }
        }
        let groups = names.filter { isNamespace($0.key) }.map(\.value)
        return ObjectNames.name(meantBy: name, in: groups)
    }
}
