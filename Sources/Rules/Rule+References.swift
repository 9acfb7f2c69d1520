import ManifestFacts
import RepositoryLinking
import SourceText

/// A rule that judges which ImageRepository each policy names.
package protocol ReferenceRule: Rule {}

/// A policy's reference to its ImageRepository, as kustomize and Flux build it.
struct RepositoryReference {
    let policy: Effective<ImagePolicyFact>
    let name: String
    /// Where the reference is written.
    let location: SourceLocation
    /// Unknown where a variable leaves the name or the namespace open.
    let namespace: EffectiveText

    /// Nil for a policy without a reference, which is another rule's.
    init?(_ policy: Effective<ImagePolicyFact>) {
        guard
            case .known(let name, let location) = policy.object.field(
                "spec", "imageRepositoryRef", "name")
        else { return nil }
        self.policy = policy
        self.name = name
        self.location = location
        switch policy.object.field("spec", "imageRepositoryRef", "namespace") {
        case .absent: namespace = policy.identity.namespace
        case .known(let text, _): namespace = EffectiveText(text)
        case .collection, .unknown: namespace = .unknown
        }
    }

    func answer(in model: RepositoryModel) -> RepositoryIndex.Answer {
        guard NamePattern.isLiteral(name) else {
            return .unknown("the name holds a variable that the repository does not tell")
        }
        return model.repositories.answer(namespace: namespace, name: name)
    }
}

extension RepositoryModel {
    var repositoryReferences: [RepositoryReference] {
        objects.policies.compactMap { RepositoryReference($0) }
    }
}

extension ReferenceRule {
    func finding(
        _ message: String, about reference: RepositoryReference, related: [RelatedLocation] = []
    ) -> Finding {
        let name = reference.policy.identity.displayName
        return Finding(
            rule: Self.definition.id, severity: Self.definition.severity, message: message,
            location: reference.location, related: related,
            object: reference.policy.fact.fact.object.identity, subject: name,
            topic: FindingTopic(policy: name))
    }

    func unjudged(_ reason: String, about reference: RepositoryReference) -> Unjudged {
        Unjudged(rule: Self.definition.id, location: reference.location, reason: reason)
    }
}
