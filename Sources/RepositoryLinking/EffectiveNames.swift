/// Finds objects of one kind by their namespaces and names in the cluster.
struct EffectiveNames {
    private struct Key: Hashable {
        /// Nil means a namespace that is absent or not known.
        let namespace: String?
        let name: String
    }

    private let identities: [EffectiveIdentity]
    private var numbers: [Key: [Int]] = [:]
    private var numbersByName: [String: [Int]] = [:]

    init(_ identities: [EffectiveIdentity]) {
        self.identities = identities
        numbers.reserveCapacity(identities.count)
        numbersByName.reserveCapacity(identities.count)
        for (number, identity) in identities.enumerated() {
            guard let name = identity.name.known else { continue }
            let key = Key(namespace: identity.namespace.known, name: name)
            numbers[key, default: []].append(number)
            numbersByName[name, default: []].append(number)
        }
    }

    /// The objects of that namespace; where there are none, those of the name that may be in it.
    func numbers(namespace: String, name: String) -> [Int] {
        if let exact = numbers[Key(namespace: namespace, name: name)] { return exact }
        return (numbers[Key(namespace: nil, name: name)] ?? []).filter {
            identities[$0].mayBe(namespace: namespace, name: name)
        }
    }

    /// The same; all of the name for a namespace that is absent or not known.
    func numbers(namespace: EffectiveText, name: String) -> [Int] {
        namespace.known.map { numbers(namespace: $0, name: name) } ?? numbersByName[name] ?? []
    }

    /// The known namespaces of the objects of a name, sorted.
    func namespaces(ofName name: String) -> [String] {
        Set((numbersByName[name] ?? []).compactMap { identities[$0].namespace.known }).sorted()
    }
}
