import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText
import YAMLSyntax

/// Flags digests at markers whose policy reflects none, so that Flux writes an empty text.
struct MarkerDigestCleared: Rule {
    static let definition = RuleDefinition(markdown: RuleCatalog.markerDigestCleared)

    func findings(in model: RepositoryModel) -> [Finding] {
        model.markers.compactMap { marker in
            guard let setter = marker.fact.liveSetter, setter.field == .digest,
                let target = marker.fact.target, !target.text.isEmpty, target.plainType != .null
            else { return nil }
            let policies = model.policies.policies(namespace: setter.namespace, name: setter.name)
            guard let policy = policies.first,
                policies.allSatisfy({ $0.object.reflectsDigest == false })
            else { return nil }
            let place = policy.fact.fact.object.name?.span ?? policy.fact.fact.object.span
            return finding(
                "the policy `\(setter.namespace)/\(setter.name)` reflects no digest, so Flux "
                    + "replaces this one by an empty text", at: marker,
                related: [
                    RelatedLocation(
                        message: "a policy without `digestReflectionPolicy`",
                        location: SourceLocation(path: policy.fact.path, span: place))
                ])
        }
    }
}
