import RepositoryLinking

extension ImageQuery {
    /// The one of some full names that is meant; nil for none.
    func match(among names: some Collection<String>) throws(HoldError) -> String? {
        let found = matches(among: names)
        guard found.count > 1 else { return found.first }
        throw .ambiguous(text, found)
    }
}

extension RepositoryModel {
    /// The declaration of the policy that a name means: `NAMESPACE/NAME`, or its image's.
    package func policy(named name: String) throws(HoldError) -> ObjectPlace {
        var found = policyLinks.policies.filter { $0.name == name }
        if found.isEmpty {
            let images = Set(policyLinks.policies.compactMap(\.imageName?.full))
            if let image = try ImageQuery(name).match(among: images) {
                found = policyLinks.policies.filter { $0.imageName?.full == image }
            }
        }
        let places = found.reduce(into: [ObjectPlace]()) { places, policy in
            if let place = place(of: policy), !places.contains(place) { places.append(place) }
        }
        guard let first = places.first else { throw .unknownName(name) }
        guard places.count == 1 else {
            throw .ambiguous(name, Set(found.map(\.name)).sorted())
        }
        return first
    }
}
