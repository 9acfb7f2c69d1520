package import ManifestFacts
package import SourceText

/// The reference of an ImagePolicy to its ImageRepository, as kustomize and Flux build it.
package struct RepositoryReference: Sendable {
    /// The policy as written.
    package let fact: ImagePolicyFact
    /// The policy's own identity in the cluster.
    package let policy: EffectiveIdentity
    package let name: String
    /// Where the reference is written.
    package let location: SourceLocation
    /// Unknown where a variable leaves the name or the namespace open.
    package let namespace: EffectiveText

    /// Nil for a policy without a reference.
    package init?(_ fact: ImagePolicyFact, builtAs object: EffectiveObject) {
        guard
            case .known(let name, let location) = object.field("spec", "imageRepositoryRef", "name")
        else { return nil }
        self.fact = fact
        self.name = name
        self.location = location
        policy = object.identity
        switch object.field("spec", "imageRepositoryRef", "namespace") {
        case .absent: namespace = policy.namespace
        case .known(let text, _): namespace = EffectiveText(text)
        case .collection, .unknown: namespace = .unknown
        }
    }

    package func answer(in model: RepositoryModel) -> ImageRepositoryIndex.Answer {
        guard NamePattern.isLiteral(name) else {
            return .unknown("the name holds a variable that the repository does not tell")
        }
        return model.repositories.answer(namespace: namespace, name: name)
    }

    /// A message that no ImageRepository has the name, with the name that is evidently meant.
    package func absence(in model: RepositoryModel, consequence: String = "") -> String {
        let meant = model.repositories.name(meantBy: name, in: namespace)
        return "no ImageRepository `\(name)` is declared in this repository\(consequence)"
            + (meant.map { "; did you mean `\($0)`?" } ?? "")
    }
}

extension RepositoryModel {
    package var repositoryReferences: [RepositoryReference] {
        objects.policies.compactMap { RepositoryReference($0.fact.fact, builtAs: $0.object) }
    }
}
