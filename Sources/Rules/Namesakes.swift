import ManifestFacts
import RepositoryLinking

extension RepositoryModel {
    /// For each known namespace and name, the first object of a kind and the first other one that
    /// differs from it and may be applied to the same cluster.
    func namesakes<Fact>(
        among objects: [Effective<Fact>],
        differing isDifferent: (Effective<Fact>, Effective<Fact>) -> Bool
    ) -> [(first: Effective<Fact>, other: Effective<Fact>)] {
        var groups: [EffectiveIdentity: [Effective<Fact>]] = [:]
        for object in objects
        where object.identity.name.known != nil && object.identity.namespace.known != nil {
            groups[object.identity, default: []].append(object)
        }
        return objects.compactMap { object in
            guard let group = groups.removeValue(forKey: object.identity), let first = group.first,
                let other = group.dropFirst().first(where: {
                    $0.fact !== first.fact && isDifferent($0, first) && mayShareCluster(first, $0)
                })
            else { return nil }
            return (first, other)
        }
    }
}

/// The text of a field, without its location.
enum FieldText: Equatable {
    case absent
    case text(String)
    case unknown

    init(_ field: BuiltField) {
        switch field {
        case .absent: self = .absent
        case .known(let text, _) where NamePattern.isLiteral(text): self = .text(text)
        default: self = .unknown
        }
    }

    /// Whether both are known and different.
    func differs(from other: FieldText) -> Bool {
        self != other && self != .unknown && other != .unknown
    }
}

extension EffectiveObject {
    /// Whether two ImagePolicies are known to select differently.
    func selectsOther(than other: EffectiveObject) -> Bool {
        zip(selectingTexts, other.selectingTexts).contains { $0.differs(from: $1) }
    }

    private var selectingTexts: [FieldText] {
        [
            field("spec", "imageRepositoryRef", "name"),
            field("spec", "imageRepositoryRef", "namespace"),
            field("spec", "policy", "semver", "range"),
            field("spec", "policy", "alphabetical", "order"),
            field("spec", "policy", "numerical", "order"),
            field("spec", "filterTags", "pattern"),
            field("spec", "filterTags", "extract"),
        ].map { FieldText($0) }
    }
}
