import ManifestFacts
import RepositoryLinking
import SourceText

extension Rule {
    /// A finding about a Receiver.
    func finding(
        _ message: String, at location: SourceLocation, of receiver: Effective<ReceiverFact>,
        severity: Severity? = nil, related: [RelatedLocation] = []
    ) -> Finding {
        finding(
            message, at: location, severity: severity, related: related,
            object: receiver.fact.fact.object.identity, subject: receiver.identity.displayName)
    }

    /// A finding about a policy's reference to its ImageRepository.
    func finding(
        _ message: String, about reference: RepositoryReference, related: [RelatedLocation] = []
    ) -> Finding {
        let name = reference.policy.displayName
        return finding(
            message, at: reference.location, related: related,
            object: reference.fact.object.identity, subject: name,
            topic: FindingTopic(policy: name))
    }
}
