import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags policies of one name that select differently and that nothing keeps apart.
struct PolicyAmbiguous: Rule {
    static let definition = RuleDefinition(markdown: RuleCatalog.policyAmbiguous)

    func findings(in model: RepositoryModel) -> [Finding] {
        var groups: [EffectiveIdentity: [Effective<ImagePolicyFact>]] = [:]
        for policy in model.objects.policies
        where policy.identity.name.known != nil && policy.identity.namespace.known != nil {
            groups[policy.identity, default: []].append(policy)
        }
        return model.objects.policies.compactMap { policy -> Finding? in
            guard let group = groups.removeValue(forKey: policy.identity) else { return nil }
            return finding(in: group, model)
        }
    }

    /// Once for all of a name: at the first that differs from the one before it.
    private func finding(
        in group: [Effective<ImagePolicyFact>], _ model: RepositoryModel
    ) -> Finding? {
        guard let first = group.first, group.count > 1,
            let other = group.dropFirst().first(where: {
                $0.fact !== first.fact && !$0.selects(like: first)
                    && model.mayShareCluster(first, $0)
            })
        else { return nil }
        let name = other.identity.displayName
        return Finding(
            rule: Self.definition.id,
            severity: model.shareCluster(first, other) ? .warning : Self.definition.severity,
            message: "another ImagePolicy is `\(name)` as well and selects differently: which of "
                + "them counts is the last that is applied",
            location: other.fact.fact.object.location(in: other.fact.path),
            related: [
                RelatedLocation(
                    message: "the other ImagePolicy",
                    location: first.fact.fact.object.location(in: first.fact.path))
            ],
            object: other.fact.fact.object.identity, subject: name,
            topic: FindingTopic(policy: name))
    }
}

extension Effective where Fact == ImagePolicyFact {
    /// Whether both select the same, or it is not known that they do not.
    fileprivate func selects(like other: Self) -> Bool {
        let texts = zip(Self.selectingTexts(of: object), Self.selectingTexts(of: other.object))
        return texts.allSatisfy { $0 == $1 || $0.isUnknown || $1.isUnknown }
    }

    private static func selectingTexts(of object: EffectiveObject) -> [FieldText] {
        [
            object.field("spec", "imageRepositoryRef", "name"),
            object.field("spec", "imageRepositoryRef", "namespace"),
            object.field("spec", "policy", "semver", "range"),
            object.field("spec", "policy", "alphabetical", "order"),
            object.field("spec", "policy", "numerical", "order"),
            object.field("spec", "filterTags", "pattern"),
            object.field("spec", "filterTags", "extract"),
        ].map { FieldText($0) }
    }
}

/// What a field says, without where it says it.
private enum FieldText: Equatable {
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

    var isUnknown: Bool { self == .unknown }
}
