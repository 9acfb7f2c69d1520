import ManifestFacts
import RepositoryLinking
import SourceText

/// A rule that judges which ImageRepository each policy names.
package protocol ReferenceRule: Rule {}

extension ReferenceRule {
    func finding(
        _ message: String, about reference: RepositoryReference, related: [RelatedLocation] = []
    ) -> Finding {
        let name = reference.policy.displayName
        return Finding(
            rule: Self.definition.id, severity: Self.definition.severity, message: message,
            location: reference.location, related: related,
            object: reference.fact.object.identity, subject: name,
            topic: FindingTopic(policy: name))
    }

    func unjudged(_ reason: String, about reference: RepositoryReference) -> Unjudged {
        Unjudged(rule: Self.definition.id, location: reference.location, reason: reason)
    }
}
