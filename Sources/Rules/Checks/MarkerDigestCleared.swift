import ManifestFacts
import RepositoryLinking
import SourceText
import YAMLSyntax

/// Flags digests at markers whose policy does not reflect digests, so that Flux clears them.
struct MarkerDigestCleared: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        model.markers.compactMap { marker in
            guard let setter = marker.fact.liveSetter, setter.field == .digest,
                let target = marker.fact.target, !target.text.isEmpty, target.plainType != .null
            else { return nil }
            let policies = model.policies.policies(namespace: setter.namespace, name: setter.name)
            guard let policy = policies.first,
                policies.allSatisfy({ $0.object.reflectsDigest == false })
            else { return nil }
            return finding(
                "the policy `\(setter.policyName)` does not reflect digests, so Flux replaces this "
                    + "digest by an empty text: set its `digestReflectionPolicy` to `IfNotPresent`",
                at: marker,
                related: [RelatedLocation("the policy", at: policy.location)])
        }
    }
}
