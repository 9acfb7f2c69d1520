package import ManifestFacts
package import RepositoryLinking
import SourceText

/// A rule that judges each Receiver by itself, as kustomize and Flux build it.
package protocol ReceiverRule: Rule {
    func findings(
        about receiver: Effective<ReceiverFact>, in model: RepositoryModel
    ) -> [Finding]
}

extension ReceiverRule {
    package func findings(in model: RepositoryModel) -> [Finding] {
        model.objects.receivers.flatMap { findings(about: $0, in: model) }
    }

    func finding(
        _ message: String, at location: SourceLocation, of receiver: Effective<ReceiverFact>,
        severity: Severity? = nil, related: [RelatedLocation] = []
    ) -> Finding {
        Finding(
            rule: Self.definition.id, severity: severity ?? Self.definition.severity,
            message: message, location: location, related: related,
            object: receiver.fact.fact.object.identity, subject: receiver.identity.displayName)
    }
}

extension Effective where Fact == ReceiverFact {
    /// The scalar that stands for the object as a whole.
    var location: SourceLocation { fact.fact.object.location(in: fact.path) }
}
